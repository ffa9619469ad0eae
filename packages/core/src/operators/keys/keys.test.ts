import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createAuth } from "../../create-auth.js";
import type { Client } from "../../kernel/client.js";
import { parseEmailAddress } from "../../kernel/email-address.js";

const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
const client: Client = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

it("shows what is still under a secret after it was replaced, and after it is configured no more", async () => {
  const store = await openMemoryStore();
  const authWith = (secret: string, ...previousSecrets: readonly string[]) =>
    createAuth({ store, mailer: createInbox(), links: fixedLinks, secret, previousSecrets });
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
