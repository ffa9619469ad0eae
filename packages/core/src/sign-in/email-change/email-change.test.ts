import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import {
  createTestAuth,
  mailedToken,
  nobody as client,
  signInByCode,
} from "../../../test/worlds.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { type Secret } from "../../kernel/secret.js";

const ADA = parseEmailAddress("ada@example.com")!;
const COUNTESS = parseEmailAddress("countess@example.com")!;
/** Ada has asked for another email address, and holds the link that was mailed there. */
async function openWorld() {
  const store = await openMemoryStore();
  const inbox = createInbox();
  const auth = createTestAuth({ store, mailer: inbox });
  const { token: sessionToken, user, caller } = await signInByCode({ auth, inbox }, ADA);
  const fresh = auth.sessions.requireFresh(caller);
  await auth.emailChange.request(fresh, { to: COUNTESS, redirectTo: "/settings" }, client);
  await auth.worker.runDue();
  const token = mailedToken(inbox, COUNTESS);
  return { auth, store, user, token, sessionToken, caller };
}

it("the link changes the email address, and shows the change first", async () => {
  const { auth, store, user, token } = await openWorld();
  const change = { from: ADA, to: COUNTESS, redirectTo: "/settings" };
  expect(await auth.emailChange.inspect(token)).toEqual(change);
  expect(await store.users.findById(user.id)).toMatchObject({ email: ADA });
  expect(await auth.emailChange.confirm(token, client)).toEqual({ ...change, renewed: null });
  expect(await store.users.findById(user.id)).toMatchObject({ email: COUNTESS });
  expect(await store.sessions.listLive(user.id, new Date(0))).toEqual([]);
});

it("a change that is confirmed in a session of its user gives that one a new token, and the old one is dead", async () => {
  const { auth, token, sessionToken, caller } = await openWorld();
  const { renewed } = await auth.emailChange.confirm(token, { ...client, sessionToken });
  const identify = (presented: Secret) =>
    auth.sessions.identify({ sessionToken: presented, organization: null });
  expect(await identify(sessionToken)).toBeNull();
  expect(await identify(renewed!.token)).toMatchObject({
    session: { id: caller.session.id, authenticatedAt: caller.session.authenticatedAt },
  });
});

it("the link is dead once the session that asked has ended, and the refusal says so", async () => {
  const { auth, store, user, token } = await openWorld();
  await auth.sessions.revokeAll(user.id);
  const refusal = {
    code: "INVALID_TOKEN",
    message:
      "The session that asked for this change has ended, and the change with it. Sign in and ask again.",
  };
  await expect(auth.emailChange.inspect(token)).rejects.toMatchObject(refusal);
  await expect(auth.emailChange.confirm(token, client)).rejects.toMatchObject(refusal);
  expect(await store.users.findById(user.id)).toMatchObject({ email: ADA });
});
