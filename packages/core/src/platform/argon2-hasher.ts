import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { AuthError } from "../kernel/errors.js";
import { once } from "../kernel/once.js";
import type { Policy } from "../kernel/policy.js";
import type { HashQueue, Metrics } from "../ports/metrics.js";
import type { PasswordHash, PasswordHasher } from "../ports/password-hasher.js";

const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/**
 * Runs at most `atOnce` pieces of work, lets `waiting` more wait their turn, and refuses the rest
 * at once. Tells `changed` whenever it has become longer or shorter.
 */
export function createBoundedQueue(
  atOnce: number,
  waiting: number,
  changed: (queue: HashQueue) => void = () => {},
) {
  let running = 0;
  const line: (() => void)[] = [];
  const tell = (): void => changed({ running, waiting: line.length });

  return async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else if (line.length >= waiting) throw new AuthError("BUSY");
    else
      await new Promise<void>((resolve) => {
        line.push(resolve);
        tell();
      });
    tell();
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running--;
      tell();
    }
  };
}

/**
 * A bounded queue of hashes, each of which has its place from before it is prepared until it is
 * done, so that one that would be refused later is refused at once.
 */
function createHashQueue(atOnce: number, waiting: number, changed: (queue: HashQueue) => void) {
  let free = atOnce + waiting;
  const inTurn = createBoundedQueue(atOnce, free, changed);

  return async <P, T>(prepare: () => Promise<P>, work: (prepared: P) => Promise<T>): Promise<T> => {
    if (free === 0) throw new AuthError("BUSY");
    free--;
    try {
      const prepared = await prepare();
      return await inTurn(() => work(prepared));
    } finally {
      free++;
    }
  };
}

/**
 * Gives every caller a later turn of the event loop, one caller each: between them come the
 * requests that have arrived meanwhile.
 */
function createPace(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => new Promise((resolve) => setImmediate(resolve))));
}

/** Loads the native library on first use: it costs start-up time that most processes never need. */
export const loadArgon2 = () => import("@node-rs/argon2");

/** Hashing leaves one core to the rest of the process. */
const hashesAtOnce = (policy: Policy): number =>
  Math.max(1, Math.min(availableParallelism() - 1, policy.hashesInFlight));

/**
 * The default `PasswordHasher`: argon2id with the parameters of `policy`. The native library is
 * loaded on first use.
 * @param metrics is told how busy it is; by default nothing is
 * @example
 * const hash = await createPasswordHasher(definePolicy()).hash(new Secret("correct horse battery staple"));
 */
export function createPasswordHasher(
  policy: Policy,
  metrics?: Pick<Metrics, "hashQueueChanged"> | null,
): PasswordHasher {
  const pace = createPace();
  const enter = createHashQueue(hashesAtOnce(policy), policy.hashesWaiting, (queue) =>
    metrics?.hashQueueChanged(queue),
  );
  const make = async (text: string): Promise<PasswordHash> => {
    const { hash } = await loadArgon2();
    // The library's own defaults are argon2id and version 0x13.
    return (await hash(text, parametersOf(policy))) as PasswordHash;
  };

  const dummyHash = once(() => make("dummy"));

  return {
    hash: (password) =>
      enter(
        () => Promise.resolve(),
        () => make(password.reveal()),
      ),
    verify: (password, find) =>
      enter(
        () => pace().then(find),
        async (stored) => {
          const parameters = stored && PHC.exec(stored);
          const { verify } = await loadArgon2();
          const text = password.reveal();
          const dummy = async () => (await verify(await dummyHash(), text), false);
          // A damaged hash throws before it costs anything; it must cost what any other does.
          const right = parameters ? await verify(stored, text).catch(dummy) : await dummy();
          if (!parameters || !right) return { right: false, outdated: false };
          return { right: true, outdated: isOutdated(parameters, policy) };
        },
      ),
  };
}

/** What a hash is made with today. */
const parametersOf = (policy: Policy) => ({
  memoryCost: policy.argon2Memory,
  timeCost: policy.argon2Passes,
  parallelism: policy.argon2Lanes,
  outputLen: HASH_BYTES,
  salt: randomBytes(policy.argon2SaltBytes),
});

/** Whether a hash was made with less than today's parameters. */
function isOutdated([, ...parameters]: RegExpExecArray, policy: Policy): boolean {
  const [memory = 0, passes = 0, lanes = 0] = parameters.map(Number);
  return memory < policy.argon2Memory || passes < policy.argon2Passes || lanes < policy.argon2Lanes;
}
