import type { Choices, Env } from "../../store/env.js";
import {
  SIGN_IN_METHODS,
  type SignInChoice,
  type SignInMethodOption,
  type SignInMethodRow,
} from "../../store/sign-in-methods.js";

/** The sign-in methods that the application offers: what a sign-in page may show. */
export interface OfferedMethods extends Readonly<
  Record<Exclude<SignInMethodOption, "providers">, boolean>
> {
  /** The external providers, in the order in which the application configured them. */
  readonly providers: readonly OfferedProvider[];
  /** The offered methods, in the order in which a page shows them. */
  readonly order: readonly SignInChoice[];
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
  readonly choices: Pick<Choices, "signInMethods" | "signInOrder">;
}

/** Returns what the application offers: of external providers, those that are configured. */
export function offeredMethods({ choices, identityProviders }: Offering): OfferedMethods {
  const { signInMethods, signInOrder } = choices;
  const providers = signInMethods.providers
    ? identityProviders.map(({ id, name }) => ({ id, name }))
    : [];
  const offered = { ...signInMethods, providers };
  const choicesOffered = new Set<string>(
    Object.values(SIGN_IN_METHODS)
      .filter((row) => isOffered(row, offered))
      .map(({ choice }) => choice),
  );
  return { ...offered, order: signInOrder.filter((choice) => choicesOffered.has(choice)) };
}

/** Returns whether the sign-in method of that row is among those that are offered. */
export function isOffered(
  { offeredBy }: Pick<SignInMethodRow, "offeredBy">,
  offered: Omit<OfferedMethods, "order">,
): boolean {
  const isOn: Readonly<Record<string, unknown>> = {
    ...offered,
    providers: offered.providers.length > 0,
  };
  return offeredBy === null || isOn[offeredBy] === true;
}
