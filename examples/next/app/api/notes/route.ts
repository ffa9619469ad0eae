import { AuthError } from "@acme/auth-core";
import { bodyOf } from "@acme/auth-fetch";
import { kyselyOf } from "@acme/auth-kysely";
import { notes } from "../../../lib/auth";
import type { Tables } from "../../../lib/notes";

export const GET = (request: Request) => {
  const { requireSession, store } = notes();
  const list = requireSession(async (_request, { caller }) => {
    const { id, email } = caller.user;
    const written = await store.transaction((tx) =>
      kyselyOf(tx)
        .withTables<Tables>()
        .selectFrom("notes_note")
        .select("text")
        .where("author_id", "=", id)
        .execute(),
    );
    return Response.json({ author: email, notes: written });
  });
  return list(request);
};

export const POST = (request: Request) => {
  const { jsonBody, requireSession, store } = notes();
  const write = requireSession(async (request, { caller }) => {
    try {
      const note = { author_id: caller.user.id, text: readText(bodyOf(request)) };
      await store.transaction((tx) =>
        kyselyOf(tx).withTables<Tables>().insertInto("notes_note").values(note).execute(),
      );
      return Response.json({ text: note.text }, { status: 201 });
    } catch (thrown) {
      if (thrown instanceof AuthError)
        return Response.json({ problem: thrown.message }, { status: 422 });
      throw thrown;
    }
  });
  return jsonBody(write)(request);
};

function readText(body: unknown): string {
  if (typeof body === "object" && body !== null && "text" in body && typeof body.text === "string")
    return body.text;
  throw new AuthError("VALIDATION_ERROR", { message: "A note has a text." });
}
