import type { Choices, Env } from "../../store/env.js";

/** The sign-in methods that the application offers: what a sign-in page may show. */
export interface OfferedMethods {
  readonly password: boolean;
  readonly emailOtp: boolean;
  readonly magicLink: boolean;
  readonly passkey: boolean;
  /** The external providers, in the order in which the application configured them. */
  readonly providers: readonly OfferedProvider[];
}

/** An external provider that a sign-in page may show. */
export interface OfferedProvider {
  /** Names the provider in requests and URLs. */
  readonly id: string;
  /** Names the provider on a page. */
  readonly name: string;
}

/** What an application chooses, and the providers that it configures. */
interface Offering extends Pick<Env, "identityProviders"> {
  readonly choices: Pick<Choices, "signInMethods">;
}

/** Returns what the application offers: an external provider is offered by being configured. */
export const offeredMethods = ({ choices, identityProviders }: Offering): OfferedMethods => ({
  ...choices.signInMethods,
  providers: identityProviders.map(({ id, name }) => ({ id, name })),
});
