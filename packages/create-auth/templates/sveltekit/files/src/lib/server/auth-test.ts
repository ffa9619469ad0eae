import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { it } from "node:test";
import { fallback } from "../../routes/api/[...path]/+server";
import { GET } from "../../routes/api/notes/+server";
import { appAuth } from "./auth";

process.env["SERVICE_AUTH_DATABASE"] = ":memory:";
process.env["SERVICE_AUTH_SECRET"] = randomBytes(32).toString("base64");

const url = "http://localhost";
const eventOf = (request: Request) => ({ request, getClientAddress: () => "127.0.0.1" });

it("only a signed-in user reaches the notes", async () => {
  const stranger = await GET(eventOf(new Request(`${url}/api/notes`)));
  assert.equal(stranger.status, 401);
  const signUp = new Request(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "three green bicycles" }),
  });
  const signedUp = await fallback(eventOf(signUp));
  assert.equal(signedUp.status, 200);
  const headers = { Cookie: signedUp.headers.getSetCookie().join("; ") };
  const notes = await GET(eventOf(new Request(`${url}/api/notes`, { headers })));
  assert.deepEqual(await notes.json(), { author: "ada@example.com", notes: [] });

  const { auth, store } = await appAuth();
  await auth.close();
  await store.close();
});
