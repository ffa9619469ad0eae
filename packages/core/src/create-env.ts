import type { Arranged } from "./arrange-features.js";
import type { AuthOptions, Ports } from "./auth-options.js";
import { arrangeSubscribers } from "./background/events/subscribers.js";
import type { AnyFeature } from "./feature.js";
import type { Policy } from "./kernel/policy.js";
import type { RelyingParty } from "./ports/webauthn.js";
import type { Choices, Env } from "./store/env.js";

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
 * @throws {RangeError} for a repeated name of a subscriber, or a repeated id of a provider.
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
    signInMethods: arranged.signInMethods,
    ownership: arranged.ownership,
    contributors: arranged.contributors,
    store: options.store,
    links: options.links,
    policy,
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
  signInMethods: {
    password: true,
    emailOtp: true,
    magicLink: true,
    passkey: true,
    ...options.signInMethods,
  },
});

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
