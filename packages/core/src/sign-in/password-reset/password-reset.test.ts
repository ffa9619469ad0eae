import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createSeededRandom, fixedLinks } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createAuth } from "../../create-auth.js";
import type { Client } from "../../kernel/client.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { Secret } from "../../kernel/secret.js";

const client: Client = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const ADA = parseEmailAddress("ada@example.com")!;
const GRACE = parseEmailAddress("grace@example.com")!;

it("a link sets no password once its user has another email address than the one that it was mailed to", async () => {
  const store = await openMemoryStore();
  const [clock, inbox] = [createFixedClock(), createInbox()];
  const auth = createAuth({
    store,
    mailer: inbox,
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    ports: { clock, random: createSeededRandom() },
  });
  const password = new Secret("correct horse battery");
  const input = { email: ADA, password, name: "Ada", image: null, redirectTo: null };
  const { user } = await auth.passwords.signUp(input, client);
  await auth.passwordReset.requestLink(ADA, null, client);
  await auth.worker.runDue();
  const token = new Secret(new URL(inbox.linkFor(ADA)).searchParams.get("token")!);

  // What a change of the email address removes besides is left out: the link itself must not fit any more.
  await store.users.changeEmail(user.id, GRACE, clock.now());
  const reset = { token, next: new Secret("another horse battery") };
  await expect(auth.passwordReset.byLink(reset, client)).rejects.toMatchObject({
    code: "INVALID_TOKEN",
  });
  const signedIn = await auth.passwords.signIn(
    { email: GRACE, password, redirectTo: null },
    client,
  );
  expect(signedIn.user.id).toBe(user.id);
  await store.close();
});
