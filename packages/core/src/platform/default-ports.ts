import type { AuthOptions, Ports } from "../auth-options.js";
import type { AnyFeature } from "../feature.js";
import type { Policy } from "../kernel/policy.js";
import type { Links } from "../ports/links.js";
import type { RelyingParty } from "../ports/webauthn.js";
import type { Env } from "../store/env.js";
import { createCommonPasswords } from "./common-passwords.js";
import { consoleLogger } from "./console-logger.js";
import { createPasswordHasher } from "./default-password-hasher.js";
import { createTokenSigner } from "./jose-token-signer.js";
import { createKeyRing } from "./key-ring.js";
import { createDigest } from "./node-digest.js";
import { createRandom } from "./node-random.js";
import { createSealer } from "./node-sealer.js";
import { createWebAuthn } from "./simplewebauthn.js";
import { createStoredFiles } from "./stored-files.js";
import { systemClock, timers } from "./system-time.js";

/**
 * The defaults, replaced by the ports and the log that the application brings. Each adapter loads
 * its library on first use.
 * @throws {RangeError} for an unusable secret.
 */
export function defaultPorts(
  options: AuthOptions<readonly AnyFeature[]>,
  policy: Policy,
): Omit<Ports, "rateLimiter"> & Pick<Env, "logger"> {
  const { store, links, secret, previousSecrets = [], ports = {} } = options;
  const keys = createKeyRing([secret, ...previousSecrets]);
  const clock = ports.clock ?? systemClock;
  return {
    clock,
    random: createRandom(clock),
    digest: createDigest(keys),
    sealer: createSealer(keys),
    scheduler: timers,
    tokenSigner: createTokenSigner(keys, links.service),
    passwordHasher: createPasswordHasher(policy, ports.metrics),
    commonPasswords: createCommonPasswords(),
    webauthn: createWebAuthn(),
    files: createStoredFiles(store, policy.exportChunk),
    metrics: null,
    ...ports,
    logger: options.logger ?? consoleLogger,
  };
}

/** Returns the ids of the configured secrets, the newest first. */
export const configuredKeyIds = ({
  secret,
  previousSecrets = [],
}: Pick<AuthOptions<readonly AnyFeature[]>, "secret" | "previousSecrets">): readonly string[] =>
  createKeyRing([secret, ...previousSecrets]).ids;

/** The relying party of passkeys where the application names none: the site that people use. */
export function defaultRelyingParty({ home }: Links): Pick<RelyingParty, "id" | "origins"> {
  const { hostname, origin } = new URL(home);
  return { id: hostname, origins: [origin] };
}
