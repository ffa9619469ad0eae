import {
  checkFields,
  type FieldChange,
  type GivenFields,
  mergeFields,
} from "../../kernel/check-fields.js";
import type { UserFieldDoor } from "../../kernel/user-fields.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { NewUser } from "../user/insert-user.js";
import type { LockedUser } from "../user/user-store.js";

/**
 * Returns the own fields that a new user begins with.
 * @throws {AuthError} `VALIDATION_ERROR`, naming the fields at fault
 */
export function composeFields(
  { userFields, policy }: Pick<World, "userFields" | "policy">,
  given: GivenFields,
  by: UserFieldDoor | "operator",
): Pick<NewUser, "fields"> {
  const fields = mergeFields(undefined, checkFields(userFields, given, by), policy);
  return fields ? { fields } : {};
}

/**
 * Changes the own fields of a user, and keeps those that the change does not name. Returns the user
 * as it is afterwards.
 * @throws {AuthError} `VALIDATION_ERROR` where all fields together are too large
 */
export async function changeFields(
  tx: Tx,
  { clock, policy }: World,
  { user, change }: { readonly user: LockedUser; readonly change: FieldChange },
): Promise<LockedUser> {
  const fields = mergeFields(user.fields, change, policy);
  const updatedAt = clock.now();
  await tx.users.updateFields(user.id, fields, updatedAt);
  return { ...user, fields: fields ?? undefined, updatedAt };
}
