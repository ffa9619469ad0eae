import type { Policy } from "../kernel/policy.js";
import type { SignUpRule } from "../kernel/sign-up-rule.js";
import type { CompleteFields } from "../kernel/user-fields.js";
import type { Clock } from "../ports/clock.js";
import type { Digest } from "../ports/digest.js";
import type { ErasureLedger } from "../ports/erasure-ledger.js";
import type { FileStore } from "../ports/file-store.js";
import type { IdentityProvider } from "../ports/identity-provider.js";
import type { Links } from "../ports/links.js";
import type { Logger } from "../ports/logger.js";
import type { Metrics } from "../ports/metrics.js";
import type { PasswordBlocklist } from "../ports/password-blocklist.js";
import type { PasswordHasher } from "../ports/password-hasher.js";
import type { Random } from "../ports/random.js";
import type { Scheduler } from "../ports/scheduler.js";
import type { Sealer } from "../ports/sealer.js";
import type { TokenSigner } from "../ports/token-signer.js";
import type { RelyingParty, WebAuthn } from "../ports/webauthn.js";
import type { OpenedAuthenticator } from "./authenticator.js";
import type { Contributor } from "./contributor.js";
import type { Hearer } from "./hearer.js";
import type { Ownership, OwnershipColumn } from "./ownership.js";
import type { OpenedGate } from "./sign-in-gate.js";
import type { SignInChoice, SignInMethodOption, SignInMethodRow } from "./sign-in-methods.js";
import type { Store, Tx } from "./store.js";
import type { Subscribers } from "./subscriber.js";

/** Every way to sign in, by its name. */
export type SignInMethodTable = Readonly<Record<string, SignInMethodRow<Tx>>>;

/**
 * What a step may use beside its transaction. All of it is synchronous, except subscribers and the
 * functions of tables, which are given the transaction; none of it can open another.
 */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly policy: Policy;
  /** The fields that the application adds to its users. */
  readonly userFields: CompleteFields;
  readonly subscribers: Subscribers;
  /** What features do about every event, in the transaction that publishes it. */
  readonly hearers: readonly Hearer[];
  /** `SIGN_IN_METHODS`, and the rows that features add. */
  readonly signInMethods: SignInMethodTable;
  /** The rows of `OWNERSHIP`, and those that features add. */
  readonly ownership: readonly Pick<Ownership, OwnershipColumn>[];
}

/** What an application chooses. */
export interface Choices {
  /** What mails call the application. */
  readonly appName: string;
  /**
   * Whether a session is opened only once the email address is verified, however the user signs in.
   */
  readonly requireEmailVerification: boolean;
  /**
   * What happens to a common password: refused, accepted with a warning in the log, or not looked
   * up.
   */
  readonly passwordBlocklist: "refuse" | "warn" | "off";
  /** Who may get a new account. */
  readonly signUp: SignUpRule;
  /** Which sign-in methods are offered; of `providers`, those that are configured. */
  readonly signInMethods: Readonly<Record<SignInMethodOption, boolean>>;
  /** All sign-in methods, in the order in which pages offer them. */
  readonly signInOrder: readonly SignInChoice[];
}

/** What a use case is built from. */
export interface Env extends World {
  readonly store: Store;
  readonly choices: Choices;
  /** The gates of sign-in that features have, in the order of the features. */
  readonly gates: readonly OpenedGate[];
  /** What finds callers by tokens instead of sessions, in the order of the features. */
  readonly authenticators: readonly OpenedAuthenticator[];
  readonly commonPasswords: PasswordBlocklist;
  readonly links: Links;
  readonly webauthn: WebAuthn;
  readonly relyingParty: RelyingParty;
  readonly identityProviders: readonly IdentityProvider[];
  readonly contributors: readonly Contributor[];
  readonly files: FileStore;
  /** Null when erasures are listed nowhere else. */
  readonly erasureLedger: ErasureLedger | null;
  readonly logger: Logger;
  /** Null when nothing is measured. */
  readonly metrics: Metrics | null;
  readonly scheduler: Scheduler;
  readonly tokenSigner: TokenSigner;
  readonly passwordHasher: PasswordHasher;
  /**
   * Tells the worker of this process, after a commit, that there is something to do: in that queue,
   * or in any.
   */
  nudge(queue?: string): void;
}
