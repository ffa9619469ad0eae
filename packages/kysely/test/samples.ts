import type { EmailAddress, Tx } from "@acme/auth-core";
import type { CheckedUser } from "@acme/auth-core/store";
import { asChecked } from "@acme/auth-testing";
import { CompiledQuery } from "kysely";
import { kyselyOf } from "../src/index.js";

export const NOW = new Date("2026-01-01T00:00:00.000Z");
export const EMAIL: EmailAddress = asChecked("ada@example.com");

/** What an adapter throws when the database is out of reach. */
export const OUTAGE = { code: "STORE_UNAVAILABLE", name: "StoreUnavailable" };

/** A verified user whose id and email address are made of the name. */
export const someUser = (name: string): CheckedUser =>
  asChecked<CheckedUser>({
    id: `user-${name}`,
    email: `${name}@example.com`,
    emailVerified: true,
    name,
    image: null,
    createdAt: NOW,
    updatedAt: NOW,
    reclaimedAt: null,
  });

/** The rows of a statement within a transaction. */
export const run = async (
  tx: Tx,
  sql: string,
  given: readonly unknown[] = [],
): Promise<readonly unknown[]> =>
  (await kyselyOf(tx).executeQuery(CompiledQuery.raw(sql, [...given]))).rows;
