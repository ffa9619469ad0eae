import type { AuthOptions, Ports } from "./auth-options.js";
import { arrangeSubscribers } from "./background/events/subscribers.js";
import type { Policy } from "./kernel/policy.js";
import type { PermissionMap } from "./organizations/access-control/permissions.js";
import type { RelyingParty } from "./ports/webauthn.js";
import type { Contributor } from "./store/contributor.js";
import type { Choices, Env } from "./store/env.js";
import { OWNERSHIP, STORED_SECTIONS } from "./store/ownership.js";
import { SIGN_IN_METHODS } from "./store/sign-in-methods.js";

/** What `createAuth` adds to the options of the application. */
interface Surroundings {
  readonly policy: Policy;
  readonly ports: Omit<Ports, "rateLimiter"> & Pick<Env, "logger">;
  readonly relyingParty: Pick<RelyingParty, "id" | "origins">;
  readonly nudge: Env["nudge"];
  /** What `after` of a subscriber is handed: the system, once it is built. Default: null. */
  readonly auth?: () => unknown;
}

/**
 * Builds what all use cases are built from: checks the options and fills in the defaults.
 * @throws {RangeError} for an unusable or repeated name of a contributor or subscriber, or a
 * repeated id of a provider.
 */
export function createEnv(
  options: AuthOptions<PermissionMap>,
  { policy, ports, relyingParty, nudge, auth }: Surroundings,
): Env {
  const choices = chosen(options);
  return {
    ...ports,
    subscribers: arrangeSubscribers(
      options.subscribers ?? [],
      Object.values(options.errors ?? {}),
      auth,
    ),
    signInMethods: SIGN_IN_METHODS,
    ownership: Object.values(OWNERSHIP),
    store: options.store,
    links: options.links,
    policy,
    choices,
    ...(options.webhooks && { webhooks: options.webhooks }),
    erasureLedger: options.erasureLedger ?? null,
    nudge,
    relyingParty: { ...relyingParty, name: choices.appName, ...options.relyingParty },
    identityProviders: distinct(
      "identityProviders",
      options.identityProviders ?? [],
      (one) => one.id,
    ),
    contributors: checkContributors(options.contributors ?? []),
  };
}

const chosen = (options: AuthOptions<PermissionMap>): Choices => ({
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

/** Sections of the core stay what they are, and a name must fit into the document. */
function checkContributors(contributors: readonly Contributor[]): readonly Contributor[] {
  const unfit = contributors.filter(
    ({ section }) =>
      !/^[a-z][A-Za-z0-9]*$/.test(section) || STORED_SECTIONS.some((own) => own === section),
  );
  if (unfit.length > 0)
    throw new RangeError(
      `contributors: ${unfit.map(({ section }) => section).join(", ")} cannot be the name of a section`,
    );
  return distinct("contributors", contributors, ({ section }) => section);
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
