import { availableParallelism } from "node:os";
import type { Policy } from "../kernel/policy.js";
import type { Metrics } from "../ports/metrics.js";
import type { PasswordHash, PasswordHasher } from "../ports/password-hasher.js";
import { createHashQueue, createPace } from "./hash-queue.js";
import {
  argon2id,
  type Hashing,
  type PasswordAlgorithm,
  scryptHashing,
} from "./password-algorithms.js";
import { isWorkerd } from "./workerd.js";

/** Which algorithms the default hasher uses. */
export interface PasswordHasherOptions {
  /**
   * What new hashes are made with, and older ones are replaced by. Default: argon2id, and scrypt on
   * workerd, which loads no native library. Choose `scrypt` elsewhere when Cloudflare Workers sign in
   * the same users: they cannot compare a hash of argon2id.
   */
  readonly algorithm?: PasswordAlgorithm;
}

/** Hashing leaves one core to the rest of the process. */
const hashesAtOnce = (policy: Policy): number =>
  Math.max(1, Math.min(availableParallelism() - 1, policy.hashesInFlight));

/**
 * The default `PasswordHasher`. It makes hashes of one algorithm with the parameters of `policy`, and
 * compares those of every algorithm that the platform has. The native library is loaded on first
 * use; where it is missing although the platform could load it, hashing rejects.
 * @param metrics is told how busy it is; by default nothing is
 * @throws {RangeError} for an algorithm that the platform cannot run
 * @example
 * const hash = await createPasswordHasher(definePolicy()).hash(new Secret("correct horse battery staple"));
 */
export function createPasswordHasher(
  policy: Policy,
  metrics?: Pick<Metrics, "hashQueueChanged"> | null,
  options: PasswordHasherOptions = {},
): PasswordHasher {
  const hasArgon2 = !isWorkerd();
  const { algorithm = hasArgon2 ? "argon2id" : "scrypt" } = options;
  if (algorithm === "argon2id" && !hasArgon2)
    throw new RangeError("algorithm: workerd loads no native add-ons, so it cannot run argon2id");
  const hashings: Readonly<Record<PasswordAlgorithm, Hashing>> = {
    argon2id: argon2id(policy),
    scrypt: scryptHashing(policy),
  };
  const preferred = hashings[algorithm];
  const pace = createPace();
  const enter = createHashQueue(hashesAtOnce(policy), policy.hashesWaiting, (queue) =>
    metrics?.hashQueueChanged(queue),
  );

  return {
    hash: (password) =>
      enter(
        () => Promise.resolve(),
        async () => (await preferred.make(password.reveal())) as PasswordHash,
      ),
    verify: (password, find) =>
      enter(
        () => pace().then(find),
        async (stored) => {
          const text = password.reveal();
          const dummy = async () => (await preferred.make(text), false);
          const made = madeBy(hashings, stored ?? "");
          const isUnsupported = made?.hashing === hashings.argon2id && !hasArgon2;
          const compared =
            made && stored && !isUnsupported ? await made.hashing.compare(stored, text) : null;
          // Where nothing was compared, it must cost what any other password does.
          const right = compared !== null ? compared : await dummy();
          if (isUnsupported) return { right: false, outdated: false, unsupported: "argon2id" };
          if (!made || !right) return { right: false, outdated: false };
          return { right: true, outdated: made.hashing !== preferred || isOutdated(made) };
        },
      ),
  };
}

/** A way of hashing, and the parameters of a hash that was made so. */
interface Made {
  readonly hashing: Hashing;
  readonly parameters: readonly number[];
}

function madeBy(hashings: Readonly<Record<string, Hashing>>, phc: string): Made | null {
  for (const hashing of Object.values(hashings)) {
    const parameters = hashing.parametersOf(phc);
    if (parameters) return { hashing, parameters };
  }
  return null;
}

/** Whether a hash was made with less than today's parameters. */
const isOutdated = ({ hashing, parameters }: Made): boolean =>
  hashing.today.some((today, index) => (parameters[index] ?? 0) < today);
