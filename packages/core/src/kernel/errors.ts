import type { Brand } from "./brand.js";
import type { Continuation } from "./continuation.js";

/**
 * What went wrong, in the domain's terms. The HTTP layer maps each kind to a status; a route may
 * name another.
 */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "gone"
  | "too_large"
  | "unsupported_media"
  | "unprocessable"
  | "rate_limited"
  | "unavailable"
  | "internal";

/**
 * Every refusal the system can utter. Codes are public API: added freely, never renamed or reused.
 * Messages are shown to people: they say what happened and, where there is something to do, what to
 * do.
 */
export const ERRORS = {
  // The request itself
  VALIDATION_ERROR: { kind: "invalid", message: "Some fields are missing or malformed." },
  INVALID_JSON: { kind: "invalid", message: "The body is not valid JSON." },
  IMAGE_URL_NOT_SUPPORTED: {
    kind: "invalid",
    message:
      "Images are not taken as data: URLs. Put the image on a file store and give its http or https URL.",
  },
  INVALID_ORIGIN: { kind: "forbidden", message: "Requests from this origin are not allowed." },
  NOT_FOUND: { kind: "not_found", message: "There is nothing at this URL." },
  METHOD_NOT_ALLOWED: {
    kind: "method_not_allowed",
    message: "This URL does not answer that method.",
  },
  PAYLOAD_TOO_LARGE: { kind: "too_large", message: "The body is too large." },
  UNSUPPORTED_MEDIA_TYPE: {
    kind: "unsupported_media",
    message: "Send the body as application/json.",
  },
  TOO_MANY_REQUESTS: {
    kind: "rate_limited",
    message: "Too many requests. Wait a moment and try again.",
  },
  LIMIT_REACHED: { kind: "forbidden", message: "You have reached the limit for this." },
  BUSY: { kind: "unavailable", message: "The service is busy. Try again in a moment." },
  UNAVAILABLE: {
    kind: "unavailable",
    message: "The service is not available right now. Try again in a moment.",
  },
  INTERNAL_ERROR: { kind: "internal", message: "Something went wrong on our side." },

  // Who is asking
  UNAUTHORIZED: { kind: "unauthenticated", message: "Sign in to do this." },
  SESSION_NOT_FRESH: { kind: "forbidden", message: "Sign in again to do this." },
  NO_ACTIVE_ORGANIZATION: { kind: "forbidden", message: "Choose an organization first." },
  PERMISSION_DENIED: { kind: "forbidden", message: "Your role does not allow this." },
  ACCOUNT_SUSPENDED: {
    kind: "forbidden",
    message: "This account is suspended. Ask the people who run this service.",
  },
  SECOND_FACTOR_REQUIRED: {
    kind: "forbidden",
    message: "Your second factor is needed to sign in.",
  },
  INSUFFICIENT_USER_AUTHENTICATION: {
    kind: "unauthenticated",
    message: "Confirm it's you to do this.",
  },
  SECOND_FACTOR_NOT_ENROLLED: {
    kind: "forbidden",
    message: "This needs two-step verification. Turn it on first.",
  },
  USER_NOT_FOUND: { kind: "not_found", message: "There is no such user." },

  // Organizations
  ORGANIZATION_NOT_FOUND: { kind: "not_found", message: "There is no such organization." },
  SLUG_TAKEN: { kind: "conflict", message: "This short name is taken. Choose another one." },
  MEMBER_NOT_FOUND: { kind: "not_found", message: "There is no such member." },
  LAST_OWNER: {
    kind: "conflict",
    message:
      "An organization needs an owner. Transfer the ownership first, or delete the organization.",
  },
  ALREADY_MEMBER: { kind: "conflict", message: "This person is a member already." },
  ALREADY_INVITED: {
    kind: "conflict",
    message:
      "This email address is invited already. Cancel that invitation first to send another one.",
  },
  ROLE_NOT_ALLOWED: {
    kind: "forbidden",
    message: "Your role does not allow you to invite a person in this role.",
  },
  INVITATION_NOT_FOUND: {
    kind: "not_found",
    message: "There is no such invitation for you, or not any more.",
  },
  EMAIL_VERIFICATION_REQUIRED: {
    kind: "forbidden",
    message: "Verify your email address first: the link is in your mail.",
  },

  // Passwords and email addresses
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    kind: "unprocessable",
    message:
      "There is an account with this email address already. Sign in, or use another email address.",
  },
  SIGN_UP_NOT_ALLOWED: { kind: "forbidden", message: "You can't create an account here." },
  PASSWORD_TOO_SHORT: {
    kind: "invalid",
    message: "The password is too short. Use a longer one.",
  },
  PASSWORD_TOO_LONG: {
    kind: "invalid",
    message: "The password is too long. Use a shorter one.",
  },
  PASSWORD_TOO_COMMON: {
    kind: "invalid",
    message: "This password is one of the first that others would try. Choose another one.",
  },
  INVALID_EMAIL_OR_PASSWORD: {
    kind: "unauthenticated",
    message: "The email address or the password is wrong.",
  },
  EMAIL_NOT_VERIFIED: {
    kind: "forbidden",
    message: "Verify your email address first: the link is in your mail.",
  },
  INVALID_PASSWORD: { kind: "invalid", message: "The password is wrong." },
  CREDENTIAL_ACCOUNT_NOT_FOUND: {
    kind: "invalid",
    message: "This account has no password. Set one through a password reset.",
  },
  PASSWORD_ALREADY_SET: {
    kind: "conflict",
    message: "This account has a password already. Change it instead.",
  },

  // Mailed links
  INVALID_TOKEN: { kind: "invalid", message: "This link is not valid. Ask for a new one." },
  TOKEN_EXPIRED: { kind: "invalid", message: "This link has expired. Ask for a new one." },
  INVALID_CALLBACK_URL: {
    kind: "forbidden",
    message: "Redirects to this URL are not allowed.",
  },
  EMAIL_CHANGE_NOT_PENDING: {
    kind: "not_found",
    message: "No change of email address is waiting to be confirmed.",
  },

  // Passkeys
  CHALLENGE_NOT_FOUND: {
    kind: "invalid",
    message: "This took too long, or was tried before. Start again.",
  },
  FAILED_TO_VERIFY_REGISTRATION: {
    kind: "invalid",
    message: "The passkey could not be added. Start again.",
  },
  CONDITIONAL_CREATE_NOT_ALLOWED: {
    kind: "forbidden",
    message: "A passkey is made without asking you only right after a sign-in by password.",
  },
  AUTHENTICATION_FAILED: {
    kind: "unauthenticated",
    message: "The passkey was not accepted. Try again, or sign in another way.",
  },
  PASSKEY_NOT_FOUND: {
    kind: "not_found",
    message: "This passkey is not known here. Sign in another way.",
  },
  LAST_SIGN_IN_METHOD: {
    kind: "invalid",
    message: "This is your last way to sign in. Add another one first.",
  },

  // External providers and ways of signing in
  PROVIDER_NOT_FOUND: { kind: "not_found", message: "There is no such provider here." },
  ID_TOKEN_NOT_SUPPORTED: {
    kind: "not_found",
    message: "Signing in with an ID token is not supported. Let the browser go to the provider.",
  },
  ACCOUNT_NOT_FOUND: { kind: "invalid", message: "There is no such linked account." },
  FAILED_TO_UNLINK_LAST_ACCOUNT: {
    kind: "invalid",
    message: "This is your last way to sign in. Add another one first.",
  },
  SIGN_IN_METHOD_NOT_OFFERED: {
    kind: "not_found",
    message: "This way to sign in is not offered here.",
  },

  // The end of an account
  DELETION_ALREADY_PENDING: {
    kind: "conflict",
    message: "The deletion of this account is on its way already.",
  },
  DELETION_NOT_PENDING: { kind: "not_found", message: "No deletion can be cancelled now." },
  EXPORT_NOT_FOUND: { kind: "not_found", message: "There is no such export." },
  EXPORT_EXPIRED: {
    kind: "gone",
    message: "This export is no longer available. Ask for a new one.",
  },

  // One-time codes
  INVALID_OTP: { kind: "invalid", message: "The code is wrong." },
  OTP_EXPIRED: { kind: "invalid", message: "The code has expired. Ask for a new one." },
  TOO_MANY_ATTEMPTS: {
    kind: "forbidden",
    message: "Too many wrong codes. Ask for a new one later.",
  },
} as const satisfies Record<string, { readonly kind: ErrorKind; readonly message: string }>;

/** The code of a refusal, for example `INVALID_OTP`: a key of `ERRORS`. Codes are never renamed. */
export type ErrorCode = keyof typeof ERRORS;

/** Returns whether a code is one of `ERRORS`. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(ERRORS, code);

/** What a refusal of an application may mean. The status is that of the kind. */
export type ApplicationErrorKind = Extract<
  ErrorKind,
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "gone"
  | "unprocessable"
  | "rate_limited"
>;
/** The code of a refusal that an application has declared with `defineErrors`. */
export type ApplicationErrorCode = Brand<string, "ApplicationErrorCode">;

/** A refusal of the application's own: `throw new AuthError(errors.DOMAIN_NOT_ALLOWED)`. */
export interface ApplicationError {
  readonly code: ApplicationErrorCode;
  readonly kind: ApplicationErrorKind;
  /** A sentence that people are shown. */
  readonly message: string;
}

const KINDS: readonly ApplicationErrorKind[] = [
  "invalid",
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict",
  "gone",
  "unprocessable",
  "rate_limited",
];

/**
 * Declares a feature's own refusals, for its `errors`.
 * @throws {RangeError} for a code that is no code or that `ERRORS` has already, an unknown kind,
 * and an empty message.
 * @example
 * const errors = defineErrors({
 *   DOMAIN_NOT_ALLOWED: { kind: "forbidden", message: "Sign up with the email address of your company." },
 * });
 * throw new AuthError(errors.DOMAIN_NOT_ALLOWED);
 */
export function defineErrors<
  const D extends Readonly<Record<string, Omit<ApplicationError, "code">>>,
>(definitions: D): { readonly [Code in keyof D]: ApplicationError } {
  const errors = Object.entries(definitions).map(([code, { kind, message }]) => {
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code))
      throw new RangeError(`errors: ${code} is not of the form SOME_WORDS`);
    if (isErrorCode(code)) throw new RangeError(`errors: ${code} is a code of the library`);
    if (!KINDS.includes(kind)) throw new RangeError(`errors: ${code} has the kind ${kind}`);
    if (message.trim() === "") throw new RangeError(`errors: ${code} has no message`);
    return [code, { code, kind, message }];
  });
  return Object.fromEntries(errors) as { readonly [Code in keyof D]: ApplicationError };
}

const mark = Symbol.for("@acme/auth-core/AuthError");
const isInstance = Function.prototype[Symbol.hasInstance];

/**
 * A refusal: expected, named, safe to show. Anything else that is thrown is a bug or an outage.
 * `instanceof` knows it by a mark, so that it holds among copies of this package too, which
 * bundlers make for each route. The mark is a symbol, and nothing that was parsed from JSON has it.
 */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly [mark] = true;
  /** A key of `ERRORS`, or a code that the application has declared with `defineErrors`. */
  readonly code: ErrorCode | ApplicationErrorCode;
  /** Decides the status of the answer, unless a route names another. */
  readonly kind: ErrorKind;
  /** When asking again makes sense; sent as `Retry-After`. */
  readonly retryAt: Date | null;
  /** How a sign-in goes on that the gate of a feature withheld; null of every other refusal. */
  readonly continuation: Continuation | null;
  /**
   * The header `WWW-Authenticate` by which the authenticator of a feature refuses a token; null of
   * every other refusal.
   */
  readonly challenge: string | null;
  /** Which fields are at fault, for `VALIDATION_ERROR`. */
  readonly issues: readonly FieldIssue[];

  /**
   * `message` says more precisely what the code says; it is shown to people on pages.
   * @param refusal a key of `ERRORS`, or an error of `defineErrors`
   */
  constructor(
    refusal: ErrorCode | ApplicationError,
    options: ErrorOptions & {
      readonly message?: string;
      readonly retryAt?: Date;
      readonly issues?: readonly FieldIssue[];
      readonly continuation?: Continuation;
      readonly challenge?: string;
    } = {},
  ) {
    const { kind, message } = typeof refusal === "string" ? ERRORS[refusal] : refusal;
    super(options.message ?? message, options);
    this.code = typeof refusal === "string" ? refusal : refusal.code;
    this.kind = kind;
    this.retryAt = options.retryAt ?? null;
    this.issues = options.issues ?? [];
    this.continuation = options.continuation ?? null;
    this.challenge = options.challenge ?? null;
  }

  /** Returns whether something thrown is an `AuthError`, of whichever copy of this package. */
  static is(thrown: unknown): thrown is AuthError {
    return thrown instanceof Error && mark in thrown;
  }

  /** `instanceof AuthError` asks `is`. Subclasses are told apart as usual. */
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return this === AuthError ? AuthError.is(thrown) : isInstance.call(this, thrown);
  }
}

/** One field of an input that is at fault, in the `issues` of a `VALIDATION_ERROR`. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}
