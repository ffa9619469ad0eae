import { toId, type UserId } from "@acme/auth-core";
import type { CheckedPasskey, CheckedUser } from "@acme/auth-core/store";
import { asChecked } from "@acme/auth-testing";
import { CompiledQuery } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { kyselyOf } from "../src/index.js";
import { type Database, openMemory, openPostgres } from "./databases.js";

const NOW = new Date("2026-01-01T00:00:00.000Z");
const ADA = toId<UserId>("user-ada");
const ENGINES: Readonly<Record<string, () => Promise<Database>>> = {
  SQLite: () => openMemory(),
  Postgres: () => openPostgres({ max: 2 }),
};

const passkey = (name: string, userHandle: string | null) =>
  asChecked<CheckedPasskey>({
    id: `passkey-${name}`,
    userId: ADA,
    name,
    credentialId: name,
    userHandle,
    publicKey: "key",
    algorithm: -7,
    counter: 0,
    transports: [],
    deviceType: "multiDevice",
    backedUp: true,
    aaguid: "00000000-0000-0000-0000-000000000000",
    createdAt: NOW,
    lastUsedAt: null,
    uvInitialized: true,
  });

describe.each(Object.keys(ENGINES))("passkeys from before uv_initialized, on %s", (engine) => {
  let opened: Database;
  afterEach(() => opened.close());

  it("are initialized where they were registered here, and not where they were imported", async () => {
    opened = await ENGINES[engine]!();
    const { store } = opened;
    const { users, passkeys } = store;
    await opened.wipe();
    await users.insertUnlessTaken(
      asChecked<CheckedUser>({
        id: ADA,
        email: "ada@example.com",
        emailVerified: true,
        name: "Ada",
        image: null,
        createdAt: NOW,
        updatedAt: NOW,
        reclaimedAt: null,
      }),
    );
    await passkeys.ensureUserHandle(ADA, "here");
    for (const [name, handle] of [
      ["registered", "here"],
      ["unused", null],
      ["imported", "elsewhere"],
    ] as const)
      await passkeys.insertUnlessTaken(passkey(name, handle));
    await store.transaction((tx) =>
      kyselyOf(tx).executeQuery(CompiledQuery.raw("update auth_passkey set uv_initialized = null")),
    );
    const initialized = async (): Promise<Readonly<Record<string, boolean>>> => {
      const all = await passkeys.listByUser(ADA);
      return Object.fromEntries(all.map(({ name, uvInitialized }) => [name, uvInitialized]));
    };
    expect(await initialized()).toEqual({ registered: true, unused: false, imported: false });
    const found = await passkeys.findByCredentialId("unused");
    expect(found).toMatchObject({ uvInitialized: false });

    // The handle that an imported passkey shows first is not its user's here.
    const usedAt = NOW;
    const use = { judgedCounter: 0, counter: 0, backedUp: true, userHandle: "its own", usedAt };
    expect(await passkeys.recordUse(found!.id, use)).toBe(true);
    expect(await initialized()).toMatchObject({ unused: false });
    expect(await passkeys.markUvInitialized(found!.id)).toBe(true);
    expect(await passkeys.rename(ADA, found!.id, asChecked("unused"))).toMatchObject({
      uvInitialized: true,
    });
  });
});
