import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { expect, it } from "vitest";
import { createTestAuth, nobody as client, secretOf } from "../../../test/worlds.js";
import { parseEmailAddress } from "../../kernel/email-address.js";

it("shows what is still under a secret after it was replaced, and after it is configured no more", async () => {
  const store = await openMemoryStore();
  const authWith = (secret: string, ...previousSecrets: readonly string[]) =>
    createTestAuth({ store, secret, previousSecrets });
  const old = authWith(secretOf(1));
  await old.emailOtp.send(parseEmailAddress("ada@example.com")!, "sign-in", client);
  const [before] = await old.keys.list();
  expect(before).toMatchObject({
    standing: "present",
    uses: [
      { kind: "mail", rows: 1 },
      { kind: "one-time-code", rows: 1 },
    ],
  });

  const rotated = await authWith(secretOf(2), secretOf(1)).keys.list();
  expect(rotated.map(({ standing }) => standing)).toEqual(["present", "previous"]);
  expect(rotated[0]!.uses).toEqual([]);
  expect(rotated[1]).toEqual({ ...before, standing: "previous" });
  expect(await authWith(secretOf(2)).keys.list()).toEqual([
    rotated[0],
    { ...before, standing: "missing" },
  ]);
  await store.close();
});
