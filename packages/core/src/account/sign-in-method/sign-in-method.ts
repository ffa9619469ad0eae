import type { Env } from "../../store/env.js";

/** What a sign-in page may offer. */
export interface OfferedMethods {
  readonly password: boolean;
  readonly emailOtp: boolean;
  readonly magicLink: boolean;
  readonly passkey: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

export interface SignInMethods {
  offered(): OfferedMethods;
}

export function createSignInMethods({
  choices,
  identityProviders,
}: Pick<Env, "choices" | "identityProviders">): SignInMethods {
  const providers = identityProviders.map(({ id, name }) => ({ id, name }));
  return { offered: () => ({ ...choices.signInMethods, providers }) };
}
