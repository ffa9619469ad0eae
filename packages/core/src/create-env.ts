import type { Arranged } from "./arrange-features.js";
import type { AuthOptions, Ports } from "./auth-options.js";
import { arrangeSubscribers } from "./background/events/subscribers.js";
import type { AnyFeature } from "./feature.js";
import { completeUserFields } from "./kernel/complete-user-fields.js";
import type { Policy } from "./kernel/policy.js";
import { defineSignUpRule } from "./kernel/sign-up-rule.js";
import type { RelyingParty } from "./ports/webauthn.js";
import type { Choices, Env } from "./store/env.js";
import { SIGN_IN_ORDER, type SignInChoice } from "./store/sign-in-methods.js";

/** What `createAuth` adds to the options of the application. */
interface Surroundings {
  /** The tables of base and features. */
  readonly arranged: Arranged;
  readonly policy: Policy;
  readonly ports: Omit<Ports, "rateLimiter"> & Pick<Env, "logger">;
  readonly relyingParty: Pick<RelyingParty, "id" | "origins">;
  readonly nudge: Env["nudge"];
  /** What `after` of a subscriber is handed: the system, once it is built. Default: null. */
  readonly auth?: () => unknown;
}

/**
 * Builds what all use cases are built from: checks the options and fills in the defaults.
 * @throws {RangeError} for a repeated name of a subscriber, a repeated id of a provider, and an
 * unusable `signUp`, `signInOrder` or `userFields`.
 */
export function createEnv(
  options: AuthOptions<readonly AnyFeature[]>,
  { arranged, policy, ports, relyingParty, nudge, auth }: Surroundings,
): Env {
  const choices = chosen(options);
  return {
    ...ports,
    subscribers: arrangeSubscribers(arranged.subscribers, arranged.errors, auth),
    hearers: arranged.hearers,
    gates: arranged.gates,
    authenticators: arranged.authenticators,
    signInMethods: arranged.signInMethods,
    ownership: arranged.ownership,
    contributors: arranged.contributors,
    store: options.store,
    links: options.links,
    policy,
    userFields: completeUserFields(options.userFields ?? {}, policy),
    choices,
    erasureLedger: options.erasureLedger ?? null,
    nudge,
    relyingParty: { ...relyingParty, name: choices.appName, ...options.relyingParty },
    identityProviders: distinct(
      "identityProviders",
      options.identityProviders ?? [],
      (one) => one.id,
    ),
  };
}

const chosen = (options: AuthOptions<readonly AnyFeature[]>): Choices => ({
  appName: options.appName ?? "Acme",
  requireEmailVerification: options.requireEmailVerification ?? false,
  passwordBlocklist: options.passwordBlocklist ?? "refuse",
  signUp: defineSignUpRule(options.signUp ?? {}),
  signInMethods: {
    password: true,
    emailOtp: true,
    magicLink: true,
    passkey: true,
    providers: true,
    ...options.signInMethods,
  },
  signInOrder: ordered(options.signInOrder ?? []),
});

/** The methods that are named, and after them all others. */
function ordered(named: readonly SignInChoice[]): readonly SignInChoice[] {
  const known: readonly string[] = SIGN_IN_ORDER;
  const unknown = named.filter((choice) => !known.includes(choice));
  if (unknown.length > 0) throw new RangeError(`signInOrder: ${unknown.join(", ")} is unknown`);
  const first = distinct("signInOrder", named, (choice) => choice);
  return [...first, ...SIGN_IN_ORDER.filter((choice) => !first.includes(choice))];
}

/** Two entries under one name would be taken for each other. */
function distinct<T>(
  option: string,
  entries: readonly T[],
  nameOf: (entry: T) => string,
): readonly T[] {
  const names = entries.map(nameOf);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0) throw new RangeError(`${option}: ${repeated.join(", ")} is given twice`);
  return entries;
}
