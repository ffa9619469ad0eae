import { type Client, createAuth, parseEmailAddress, Secret } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, fixedLinks } from "@acme/auth-testing";
import { expect, it } from "vitest";

const client: Client = {
  ipAddress: "192.0.2.1",
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

it("a code that is eleven minutes old signs no user in", async () => {
  const clock = createFixedClock();
  const inbox = createInbox();
  const store = await openMemoryStore();
  const secret = Buffer.alloc(32, 7).toString("base64");
  const auth = createAuth({ store, mailer: inbox, links: fixedLinks, secret, ports: { clock } });

  const email = parseEmailAddress("ada@example.com")!;
  await auth.emailOtp.send(email, "sign-in", client);
  await auth.worker.runDue();
  const otp = new Secret(inbox.codeFor(email));
  clock.advance(11 * 60_000);

  await expect(auth.emailOtp.signIn({ email, otp }, client)).rejects.toThrow("expired");
  await auth.close();
  await store.close();
});
