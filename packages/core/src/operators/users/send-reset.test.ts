import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { expect, it } from "vitest";
import { createTestAuth } from "../../../test/worlds.js";
import { parseEmailAddress } from "../../kernel/email-address.js";

it("where passwords are not offered, an operator mails no link that sets one", async () => {
  const store = await openMemoryStore();
  const auth = createTestAuth({ store, signInMethods: { password: false } });
  const operator = "jane@support: ticket 4712";
  const email = parseEmailAddress("ada@example.com")!;
  const { id } = await auth.users.create({ email, operator });
  await expect(auth.users.sendPasswordReset(id, { operator })).rejects.toMatchObject({
    code: "SIGN_IN_METHOD_NOT_OFFERED",
  });
  expect(await auth.worker.listQueued("mail")).toEqual([]);
  await store.close();
});
