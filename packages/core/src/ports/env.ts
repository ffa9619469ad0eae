import type { Policy } from "../kernel/policy.js";
import type { Clock } from "./clock.js";
import type { Digest } from "./digest.js";
import type { Links } from "./links.js";
import type { Logger } from "./logger.js";
import type { Random } from "./random.js";
import type { Scheduler } from "./scheduler.js";
import type { Sealer } from "./sealer.js";
import type { PasswordHasher } from "./password-hasher.js";
import type { Store } from "./store.js";
import type { TokenSigner } from "./token-signer.js";

/** What a step may touch: the world without the store, all of it synchronous. A step is given its transaction. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly policy: Policy;
}

/** What a use case is built from. */
export interface Env extends World {
  readonly store: Store;
  readonly links: Links;
  readonly logger: Logger;
  readonly scheduler: Scheduler;
  readonly tokenSigner: TokenSigner;
  readonly passwordHasher: PasswordHasher;
  /** Tells the worker of this process that a commit left it something to do. */
  nudge(): void;
}
