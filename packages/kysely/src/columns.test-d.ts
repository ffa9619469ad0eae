import type { Organization, PasswordHash, UserId } from "@acme/auth-core";
import type { Password } from "@acme/auth-core/store";
import { instant, json, mapperOf } from "./columns.js";
import type { OrganizationTable, PasswordTable } from "./schema.js";

const PASSWORD = mapperOf<Password, PasswordTable>()({
  userId: "user_id",
  hash: "hash",
  updatedAt: instant("updated_at"),
});

export function rowsAndEntitiesAreTyped(row: {
  readonly user_id: UserId;
  readonly hash: PasswordHash;
  readonly updated_at: string;
}): Password {
  // @ts-expect-error A column is missing.
  PASSWORD.toEntity({ user_id: row.user_id, hash: row.hash });
  return PASSWORD.toEntity(row);
}

export function everyPropertyHasItsColumn(): void {
  // @ts-expect-error `updatedAt` is missing.
  mapperOf<Password, PasswordTable>()({ userId: "user_id", hash: "hash" });
  // @ts-expect-error A hash is no user id.
  mapperOf<Password, PasswordTable>()({ ...PASSWORDS, userId: "hash" });
  // @ts-expect-error An instant is stored as text or given as a date: it has to be converted.
  mapperOf<Password, PasswordTable>()({ ...PASSWORDS, updatedAt: "updated_at" });
  // @ts-expect-error There is no such column.
  mapperOf<Password, PasswordTable>()({ ...PASSWORDS, hash: "digest" });
}

export function jsonIsOfTheTypeThatTheSchemaNames(): void {
  mapperOf<Pick<Organization, "metadata">, OrganizationTable>()({ metadata: json("metadata") });
  mapperOf<{ readonly metadata: number }, OrganizationTable>()({
    // @ts-expect-error Metadata is no number.
    metadata: json("metadata"),
  });
}

const PASSWORDS = {
  userId: "user_id",
  hash: "hash",
  updatedAt: instant("updated_at"),
} as const;
