import type { Policy } from "../kernel/policy.js";
import type { Clock } from "./clock.js";
import type { Contributor } from "./contributor.js";
import type { Digest } from "./digest.js";
import type { FileStore } from "./file-store.js";
import type { IdentityProvider } from "./identity-provider.js";
import type { Links } from "./links.js";
import type { Logger } from "./logger.js";
import type { Random } from "./random.js";
import type { Scheduler } from "./scheduler.js";
import type { Sealer } from "./sealer.js";
import type { PasswordBlocklist } from "./password-blocklist.js";
import type { PasswordHasher } from "./password-hasher.js";
import type { Store } from "./store.js";
import type { TokenSigner } from "./token-signer.js";
import type { RelyingParty, WebAuthn } from "./webauthn.js";

/** What a step may touch: the world without the store, all of it synchronous. A step is given its transaction. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly policy: Policy;
}

/** What an application chooses between. */
export interface Choices {
  /** What mails call the application. */
  readonly appName: string;
  /** Whether a password opens a session only once the address is verified. */
  readonly requireEmailVerification: boolean;
  /** What happens to a common password: refused, accepted with a warning in the log, or not looked up. */
  readonly passwordBlocklist: "refuse" | "warn" | "off";
  /** Which ways to sign in are offered. External providers are offered by being given. */
  readonly signInMethods: Readonly<Record<"password" | "emailOtp" | "magicLink" | "passkey", boolean>>;
}

/** What a use case is built from. */
export interface Env extends World {
  readonly store: Store;
  readonly choices: Choices;
  readonly commonPasswords: PasswordBlocklist;
  readonly links: Links;
  readonly webauthn: WebAuthn;
  readonly relyingParty: RelyingParty;
  readonly identityProviders: readonly IdentityProvider[];
  readonly contributors: readonly Contributor[];
  readonly files: FileStore;
  readonly logger: Logger;
  readonly scheduler: Scheduler;
  readonly tokenSigner: TokenSigner;
  readonly passwordHasher: PasswordHasher;
  /** Tells the worker of this process that a commit left it something to do. */
  nudge(): void;
}
