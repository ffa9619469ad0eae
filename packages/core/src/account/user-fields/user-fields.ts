import { readFields } from "../../kernel/check-fields.js";
import type { DescribedField, FieldsOf, UserFieldOptions } from "../../kernel/user-fields.js";
import type { Env } from "../../store/env.js";
import type { User } from "../user/user-store.js";

/** The fields that an application adds to its users. */
export interface UserFields<U extends UserFieldOptions = UserFieldOptions> {
  /** Each field, in the order of `AuthOptions.userFields`: for documents and forms. */
  readonly described: readonly DescribedField[];
  /**
   * Returns the values of a user's fields, wherever the library has returned the user: what is
   * stored, or else the default. A value was what its schema says when it was written.
   * @example
   * const { nickname, plan } = auth.userFields.of(caller.user);
   */
  of(user: Pick<User, "fields">): FieldsOf<U>;
}

export function createUserFields({ userFields }: Env): UserFields {
  const described = [...userFields.values()].map(({ schema: _schema, ...rest }) => rest);
  return { described, of: ({ fields }) => readFields(userFields, fields) };
}
