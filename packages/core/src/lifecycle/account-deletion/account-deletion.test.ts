import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestAuth, nobody as client, signInByCode } from "../../../test/worlds.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { Secret } from "../../kernel/secret.js";

it("a request whose reason is longer than the policy of the application allows is refused, with the limit, and nothing is stored", async () => {
  const store = await openMemoryStore();
  const inbox = createInbox();
  const auth = createTestAuth({ store, mailer: inbox, policy: { deletionReasonLength: 10 } });
  const { caller } = await signInByCode({ auth, inbox }, parseEmailAddress("ada@example.com")!);

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
