import type { AnyAuthenticator, AnyFeature } from "./feature.js";
import type { ApplicationError } from "./kernel/errors.js";
import { CARRIER_ERRORS } from "./store/carrier-errors.js";

const PREFIX = /^[a-z][a-z0-9_]*_$/;
const KIND = /^[a-z][a-z-]*$/;
const CLASSES: readonly string[] = ["any", "user", "app"];
/** What says who calls or from where. */
const NO_PROOFS: readonly string[] = ["authorization", "cookie", "x-forwarded-for", "forwarded"];

/** Returns what is wrong with an authenticator of a feature. */
export function faultsOfAuthenticator(
  name: string,
  { prefix, kinds, refuses = [], proofs = [] }: AnyAuthenticator,
  errors: AnyFeature["errors"] = {},
): readonly string[] {
  const own = new Set(Object.values(errors).map(({ code }) => code));
  const entries = Object.entries(kinds);
  return [
    ...(PREFIX.test(prefix) ? [] : [`${prefix} cannot be the prefix of a token`]),
    ...(entries.length === 0 ? [`the authenticator ${prefix} of ${name} has no kinds`] : []),
    ...entries
      .filter(([kind, taken]) => kind === "session" || !KIND.test(kind) || !CLASSES.includes(taken))
      .map(([kind, taken]) => `${kind} cannot be a kind of grant of the class ${taken}`),
    ...refuses
      .filter(({ code }) => !own.has(code))
      .map(
        ({ code }) =>
          `the authenticator ${prefix} of ${name} refuses with ${code}, which is none of its errors`,
      ),
    ...proofs
      .filter((header) => header !== header.toLowerCase() || NO_PROOFS.includes(header))
      .map((header) => `${header} cannot be a header of proof`),
  ];
}

const prefixesOf = (features: readonly AnyFeature[]): readonly string[] =>
  features.flatMap(({ signIn }) => (signIn?.authenticators ?? []).map(({ prefix }) => prefix));

/**
 * Returns the prefixes that begin others. A token is of one authenticator: which one is asked must
 * not depend on their order.
 */
export function sharedPrefixes(features: readonly AnyFeature[]): readonly string[] {
  const prefixes = prefixesOf(features);
  return prefixes.flatMap((prefix, index) =>
    prefixes
      .slice(0, index)
      .filter((other) => prefix.startsWith(other) || other.startsWith(prefix))
      .map((other) => `the prefix ${prefix} of a token is claimed, and ${other} is taken`),
  );
}

/** What requests with tokens are refused with; without an authenticator nothing. */
export const carrierErrors = (features: readonly AnyFeature[]): readonly ApplicationError[] =>
  prefixesOf(features).length === 0 ? [] : Object.values(CARRIER_ERRORS);
