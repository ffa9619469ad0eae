import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
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

it("a request whose reason is longer than the policy of the application allows is refused, with the limit, and nothing is stored", async () => {
  const store = await openMemoryStore();
  const inbox = createInbox();
  const auth = createAuth({
    store,
    mailer: inbox,
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    policy: { deletionReasonLength: 10 },
  });
  const email = parseEmailAddress("ada@example.com");
  if (!email) expect.fail("an email address");
  await auth.emailOtp.send(email, "sign-in", client);
  await auth.worker.runDue();
  const otp = new Secret(inbox.codeFor(email));
  const { token } = await auth.emailOtp.signIn({ email, otp }, client);
  const caller = await auth.sessions.identify({ sessionToken: token, organization: null });
  if (!caller) expect.fail("a caller");

  const requestWith = (reason: string) =>
    auth.accountDeletion.request(caller, { password: new Secret("unused"), reason }, client);
  await expect(requestWith("moving out!")).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    issues: [{ path: "reason", message: "A reason has at most 10 characters." }],
  });
  expect(await auth.accountDeletion.findPending(caller)).toBeNull();
  expect(await requestWith("moving out")).toMatchObject({ reason: "moving out" });
  await store.close();
});
