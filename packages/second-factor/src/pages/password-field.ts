import type { Caller } from "@acme/auth-core";
import type { Html } from "@acme/auth-http";
import type { AnyVisit, FormState } from "@acme/auth-pages";
import { field, hiddenUsername } from "@acme/auth-pages/templates";
import type { OwnKit } from "./define.js";

/** Whose password a change of factors asks for. */
export interface PasswordAsked {
  readonly email: string;
  /** Whether the user has one. Without one, none is asked for. */
  readonly hasPassword: boolean;
}

/** Returns whether the password of the caller is to be asked for. */
export const passwordAsked = async ({
  auth,
  caller,
}: Pick<AnyVisit, "auth"> & { readonly caller: Caller }): Promise<PasswordAsked> => ({
  email: caller.user.email,
  hasPassword: (await auth.passwords.setSince(caller)) !== null,
});

/** The password of a user who has one; nothing of others. */
export const passwordFields = (
  { email, hasPassword }: PasswordAsked,
  state: FormState,
  kit: OwnKit,
): readonly Html[] => {
  if (!hasPassword) return [];
  const error = state.errors["password"] ?? null;
  return [
    hiddenUsername(email),
    field(
      {
        name: "password",
        type: "password",
        label: kit.texts.confirm.password,
        error,
        autocomplete: "current-password",
        hasFocus: state.message === null,
      },
      kit,
    ),
  ];
};
