import type { OWNERSHIP } from "@acme/auth-core/store";
import { keysOf } from "@acme/auth-testing/keys-of";
import { CompiledQuery } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { kyselyOf } from "../src/index.js";
import { openMemory, openPostgres } from "./databases.js";

const DATABASES = { sqlite: openMemory, postgres: openPostgres } as const;

type Table = typeof OWNERSHIP;
type CascadingStore = {
  [S in keyof Table]: Table[S]["erased"] extends "cascade" ? S : never;
}[keyof Table];

/**
 * The tables of every store of which the ownership table says that the database deletes its rows
 * with their user.
 */
const CASCADING = {
  passwords: ["auth_password"],
  passkeys: ["auth_passkey", "auth_user_handle"],
  passkeyChallenges: ["auth_passkey_challenge"],
  linkedAccounts: ["auth_linked_account"],
  oauthStates: ["auth_oauth_state"],
  sessions: ["auth_session"],
  knownBrowsers: ["auth_known_browser"],
  memberships: ["auth_membership"],
  exportRequests: ["auth_export_request"],
} as const satisfies Readonly<Record<CascadingStore, readonly string[]>>;

/**
 * The foreign keys that lead to a table, and what the database does when the row that they lead to
 * goes.
 */
const FOREIGN_KEYS = {
  sqlite: (table: string) => `select m.name, lower(k.on_delete) as rule
    from sqlite_master m, pragma_foreign_key_list(m.name) k
    where m.type = 'table' and k."table" = '${table}' order by m.name`,
  postgres: (table: string) => `select c.conrelid::regclass::text as name,
      case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' end as rule
    from pg_constraint c where c.contype = 'f' and c.confrelid = '${table}'::regclass order by 1`,
};

const cascade = (tables: readonly string[]) => tables.map((name) => ({ name, rule: "cascade" }));

/** Audit entries are in neither list: they outlive both. */
const EXPECTED = {
  auth_user: [
    // Erasure removes all links of the user's email address; those that name the user go with the
    // row of the user as well.
    ...cascade([...Object.values(CASCADING).flat(), "auth_mailed_link"]),
    { name: "auth_deletion_request", rule: "set null" },
    { name: "auth_invitation", rule: "set null" },
  ],
  auth_organization: cascade(["auth_invitation", "auth_membership"]),
};

it.each(keysOf(DATABASES))(
  "what goes with a user or an organization is what the ownership table leaves to the database: %s",
  async (engine) => {
    const { store, close } = await DATABASES[engine]();
    onTestFinished(close);
    for (const table of keysOf(EXPECTED)) {
      const { rows } = await store.transaction((tx) =>
        kyselyOf(tx).executeQuery<{ name: string }>(CompiledQuery.raw(FOREIGN_KEYS[engine](table))),
      );
      expect(rows, table).toEqual(
        EXPECTED[table].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      );
    }
  },
);
