import { asChecked } from "@acme/auth-testing";
import { afterEach, expect, it } from "vitest";
import { type Database, openPostgres } from "./databases.js";
import { NOW, someUser } from "./samples.js";

const LATER = new Date("2026-01-01T01:00:00.000Z");

let database:
  | (Database & { readonly pool: { query(sql: string, values: unknown[]): Promise<unknown> } })
  | undefined;
afterEach(async () => {
  await database?.close();
  database = undefined;
});

it("a row that refers to a locked user need not wait until the lock ends", async () => {
  database = await openPostgres({ max: 2, options: "-c lock_timeout=2s" });
  const { store, pool } = database;
  await store.users.insertUnlessTaken(someUser("ada"));
  const columns =
    "id, user_id, token_hash, authenticated_at, authenticated_by, remembered, created_at, last_seen_at, expires_at";
  for (const how of ["lock", "lockByEmail"] as const)
    await store.transaction(async (tx) => {
      await (how === "lock"
        ? tx.users.lock(asChecked("user-ada"))
        : tx.users.lockByEmail(asChecked("ada@example.com")));
      // Another connection: it would wait for this transaction, which waits for it.
      await pool.query(
        `insert into auth_session (${columns}) values ($1, 'user-ada', $1, $2, 'password', true, $2, $2, $3)`,
        [how, NOW, LATER],
      );
    });
  expect(await store.sessions.listLive(asChecked("user-ada"), NOW)).toHaveLength(2);
});

it("a locked user can be locked by others only after that", async () => {
  database = await openPostgres({ max: 2 });
  const { store, pool } = database;
  await store.users.insertUnlessTaken(someUser("ada"));
  await store.transaction(async (tx) => {
    await tx.users.lock(asChecked("user-ada"));
    for (const strength of ["no key update", "update"])
      await expect(
        pool.query(`select id from auth_user where id = $1 for ${strength} nowait`, ["user-ada"]),
      ).rejects.toMatchObject({ code: "55P03" });
  });
});

it("bytes that the connection writes in another style than hexadecimal are not taken for others", async () => {
  database = await openPostgres({ options: "-c bytea_output=escape" });
  await database.store.fileChunks.put("file", 0, Uint8Array.of(1, 2, 3));
  await expect(database.store.fileChunks.find("file", 0)).rejects.toThrow(
    "bytea_output has to be hex",
  );
});
