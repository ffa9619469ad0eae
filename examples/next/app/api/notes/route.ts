import { bodyOf } from "@acme/auth-fetch";
import { notes } from "../../../lib/auth";
import { settleAfterAnswer } from "../../../lib/background";
import { listNotes, writeNote } from "../../../lib/notes";

export const GET = (request: Request) => {
  const { requireSession, store } = notes();
  settleAfterAnswer();
  const list = requireSession(async (_request, { caller }) => {
    const { id, email } = caller.user;
    return Response.json({ author: email, notes: await listNotes(store, id) });
  });
  return list(request);
};

export const POST = (request: Request) => {
  const { jsonBody, requireSession, store } = notes();
  settleAfterAnswer();
  const write = requireSession(async (request, { caller }) => {
    const text = await writeNote(store, caller.user.id, textOf(bodyOf(request)));
    return Response.json({ text }, { status: 201 });
  });
  return jsonBody(write)(request);
};

const textOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "text" in body ? body.text : null;
