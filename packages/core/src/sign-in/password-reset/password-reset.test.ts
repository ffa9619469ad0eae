import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import {
  createTestAuth,
  mailedToken,
  nobody as client,
  PASSWORD,
  signUp,
} from "../../../test/worlds.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { Secret } from "../../kernel/secret.js";

const ADA = parseEmailAddress("ada@example.com")!;
const GRACE = parseEmailAddress("grace@example.com")!;

it("a link sets no password once its user has another email address than the one that it was mailed to", async () => {
  const store = await openMemoryStore();
  const [clock, inbox] = [createFixedClock(), createInbox()];
  const auth = createTestAuth({ store, mailer: inbox, ports: { clock } });
  const { user } = await signUp({ auth }, ADA);
  await auth.passwordReset.requestLink(ADA, null, client);
  await auth.worker.runDue();
  const token = mailedToken(inbox, ADA);

  // What a change of the email address removes besides is left out: the link itself must not fit
  // any more.
  await store.users.changeEmail(user.id, GRACE, clock.now());
  const reset = { token, next: new Secret("another horse battery") };
  await expect(auth.passwordReset.byLink(reset, client)).rejects.toMatchObject({
    code: "INVALID_TOKEN",
  });
  const signedIn = await auth.passwords.signIn(
    { email: GRACE, password: PASSWORD, redirectTo: null },
    client,
  );
  expect(signedIn.user.id).toBe(user.id);
  await store.close();
});
