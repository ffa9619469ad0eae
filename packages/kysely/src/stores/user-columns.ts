import type { User, UserRecord } from "@acme/auth-core";
import { flag, instant, instantOrNull, jsonOrNothing, mapperOf } from "../columns.js";
import type { UserTable } from "../schema.js";

/** What a new user is stored with. */
const USER = {
  id: "id",
  email: "email",
  emailVerified: flag("email_verified"),
  name: "name",
  image: "image",
  createdAt: instant("created_at"),
  updatedAt: instant("updated_at"),
  reclaimedAt: instantOrNull("reclaimed_at"),
} as const;

export const NEW_USER = mapperOf<Omit<User, "fields">, UserTable>()(USER);

/** What is read of a user. */
export const RECORD = mapperOf<UserRecord, UserTable>()({
  ...USER,
  fields: jsonOrNothing("own_fields"),
  suspendedAt: instantOrNull("suspended_at"),
  suspendedUntil: instantOrNull("suspended_until"),
  locale: "locale",
  signInLanguage: "sign_in_language",
  secondFactorSince: instantOrNull("second_factor_since"),
  recoveryDueAt: instantOrNull("recovery_due_at"),
});
