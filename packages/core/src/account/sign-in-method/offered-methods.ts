import type { Choices, Env } from "../../store/env.js";
import type { SignInMethodOption, SignInMethodRow } from "../../store/sign-in-methods.js";

/** The sign-in methods that the application offers: what a sign-in page may show. */
export interface OfferedMethods extends Readonly<Record<SignInMethodOption, boolean>> {
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

/** Returns whether the sign-in method of that row is among those that are offered. */
export function isOffered(
  { offeredBy }: Pick<SignInMethodRow, "offeredBy">,
  { providers, ...options }: OfferedMethods,
): boolean {
  const isOn: Readonly<Record<string, boolean>> = {
    ...options,
    identityProviders: providers.length > 0,
  };
  return offeredBy === null || isOn[offeredBy] === true;
}
