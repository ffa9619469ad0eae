import type { MailOptions } from "./background/mail/mail-options.js";
import type { AnyFeature, LimitsOf, StoresOf } from "./feature.js";
import type { AppBrand } from "./kernel/app-brand.js";
import type { Policy } from "./kernel/policy.js";
import type { SignUpRule } from "./kernel/sign-up-rule.js";
import type { UserFieldOptions } from "./kernel/user-fields.js";
import type { Clock } from "./ports/clock.js";
import type { Digest } from "./ports/digest.js";
import type { ErasureLedger } from "./ports/erasure-ledger.js";
import type { FileStore } from "./ports/file-store.js";
import type { IdentityProvider } from "./ports/identity-provider.js";
import type { Links } from "./ports/links.js";
import type { Logger } from "./ports/logger.js";
import type { Mailer } from "./ports/mailer.js";
import type { Metrics } from "./ports/metrics.js";
import type { PasswordBlocklist } from "./ports/password-blocklist.js";
import type { PasswordHasher } from "./ports/password-hasher.js";
import type { Random } from "./ports/random.js";
import type { RateLimiter } from "./ports/rate-limiter.js";
import type { Scheduler } from "./ports/scheduler.js";
import type { Sealer } from "./ports/sealer.js";
import type { TokenSigner } from "./ports/token-signer.js";
import type { RelyingParty, WebAuthn } from "./ports/webauthn.js";
import type { Choices } from "./store/env.js";
import type { StoreWith } from "./store/feature-stores.js";

/**
 * Everything `createAuth` is told by the application. Only `store`, `mailer`, `links` and `secret`
 * are required.
 */
export interface AuthOptions<
  F extends readonly AnyFeature[] = readonly [],
  U extends UserFieldOptions = UserFieldOptions,
> {
  /**
   * The database, from `@acme/auth-kysely/postgres` or `@acme/auth-kysely/sqlite`, with the tables
   * of the features. The caller migrates and closes it.
   */
  readonly store: StoreWith<StoresOf<F>>;
  /** Delivers mails: `createSmtpMailer` of `@acme/auth-nodemailer`, or an application's own. */
  readonly mailer: Mailer;
  /**
   * Builds the URLs that mails carry: `createSite(…).links` of `@acme/auth-http`, or an
   * application's own.
   */
  readonly links: Links;
  /** At least 32 random bytes, encoded as base64 or base64url. All keys are derived from it. */
  readonly secret: string;
  /**
   * Earlier secrets, newest first. They verify signatures and decrypt data made with them and make
   * nothing new. Default: none.
   */
  readonly previousSecrets?: readonly string[];
  /** The name of the application in mails and in passkey prompts. Default: `Acme`. */
  readonly appName?: string;
  /**
   * How mails and pages look: a color, a logo, corners, and links to terms, privacy and help.
   * Default: indigo, with a square that has the first letter of `appName` for a logo.
   * @example
   * brand: { color: "#0f766e", logoUrl: "https://app.example.com/logo.png" }
   */
  readonly brand?: Partial<AppBrand>;
  /**
   * How mails read: languages, and a renderer of the application's own. Default: see `MailOptions`.
   */
  readonly mails?: MailOptions;
  /**
   * Whether a session is opened only for a verified email address, however the user signs in: a
   * sign-up, a right password, a passkey or an external provider of an unverified one gets the
   * verification mail instead. Default: `false`.
   */
  readonly requireEmailVerification?: boolean;
  /**
   * Who may get a new account, by whichever way. Users who exist are not asked about, nor are those
   * that operators create. Default: everyone.
   * @example
   * signUp: { domains: ["example.com"] } // and invited email addresses of any domain
   * signUp: { who: "invited" }
   */
  readonly signUp?: Partial<SignUpRule>;
  /**
   * Fields of the application's own on each user, stored with the user: where each is accepted and
   * shown, its default, and its schema by Standard Schema. Default: none.
   * @example
   * userFields: {
   *   nickname: { schema: z.string().max(40), accepted: ["update-user"], shown: ["me"] },
   * }
   */
  readonly userFields?: U;
  /** What happens to a password from the list of common passwords. Default: `refuse`. */
  readonly passwordBlocklist?: Choices["passwordBlocklist"];
  /**
   * The relying party of passkeys (WebAuthn). Default: the host name and origin of `links.home`,
   * and `appName`. Passkeys stop working when its `id` changes.
   */
  readonly relyingParty?: Partial<RelyingParty>;
  /**
   * External providers: made with `openIdProvider` or `oauth2Provider` of
   * `@acme/auth-core/providers`, or an implementation of `IdentityProvider`. Default: none.
   */
  readonly identityProviders?: readonly IdentityProvider[];
  /**
   * The sign-in methods that are offered. Routes of the others refuse with
   * `SIGN_IN_METHOD_NOT_OFFERED`; sessions and credentials stay. Without `password` there is no
   * sign-up with one and no reset. Default: all, of `providers` those of `identityProviders`.
   */
  readonly signInMethods?: Partial<Choices["signInMethods"]>;
  /**
   * The order in which pages offer the sign-in methods: `code`, `link`, `password`, `passkey` and
   * `provider`, which is the default. Those that are not named follow in that order.
   */
  readonly signInOrder?: Choices["signInOrder"];
  /**
   * Limits and lifetimes that differ from `POLICY` and from those of the features, each within its
   * bounds. Default: as they stand there.
   */
  readonly policy?: Partial<Policy> & Partial<Readonly<Record<LimitsOf<F>, number>>>;
  /**
   * What the system has besides: optional features of the library, and the application's own, each
   * made with `defineFeature` or as a `Feature`. Each is on `auth` under its name. Default: none.
   * @example
   * features: [webhooks(), waitingList, crm]
   */
  readonly features?: F;
  /**
   * Lists every erased user under a pseudonym, outside the database, so that a restored backup
   * brings none of them back: `fileErasureLedger(path)`, or an implementation that all machines
   * share. Call `auth.erasures.check()` at each start. Default: none.
   */
  readonly erasureLedger?: ErasureLedger;
  /**
   * Receives the structured log. Default: warnings and errors go to standard error, an error with
   * its stack and those of its causes; nothing else is written. `silentLogger` writes nothing at
   * all.
   */
  readonly logger?: Logger;
  /** Replacements for default implementations of ports. */
  readonly ports?: Partial<Ports>;
}

/**
 * Everything the system uses of the outside world besides store, mailer, links and logger. Each
 * port has a default.
 */
export interface Ports {
  /** Default: the clock of the operating system. */
  readonly clock: Clock;
  /** Default: the cryptographically secure generator of Node.js. */
  readonly random: Random;
  /** Default: SHA-256 and HMAC-SHA-256 under keys derived from `secret`. */
  readonly digest: Digest;
  /** Default: AES-256-GCM under keys derived from `secret`. */
  readonly sealer: Sealer;
  /** Default: timers that do not keep the process alive. */
  readonly scheduler: Scheduler;
  /** Default: JWT with HS256 under keys derived from `secret`. */
  readonly tokenSigner: TokenSigner;
  /**
   * Default: argon2id with the parameters of `policy`, behind a bounded queue; scrypt on Cloudflare
   * Workers, which load no native library. See `createPasswordHasher`.
   */
  readonly passwordHasher: PasswordHasher;
  /** Default: a bundled list of about 18,000 common passwords. */
  readonly commonPasswords: PasswordBlocklist;
  /**
   * Default: the `auth` tier is counted in the database, the other tiers in the memory of this
   * process.
   */
  readonly rateLimiter: RateLimiter;
  /** Default: `@simplewebauthn/server`. */
  readonly webauthn: WebAuthn;
  /** Where finished exports are kept. Default: compressed in the database. */
  readonly files: FileStore;
  /**
   * Counts requests, refusals, sign-ins and more, for an application's own monitoring. Default:
   * null, nothing is measured.
   */
  readonly metrics: Metrics | null;
}
