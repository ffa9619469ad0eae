import type { OwnErrorCode } from "./own-names.js";
import type { ServiceErrorCode } from "./surface/error-codes.js";

/**
 * `UNREACHABLE`: there was no answer. `UNREADABLE`: what answered is not the service. `ABORTED`:
 * the call's signal was aborted. `INVALID_CALL`: nothing can be sent with what the call, or the
 * client, was given.
 */
export type ClientErrorCode = "UNREACHABLE" | "UNREADABLE" | "ABORTED" | "INVALID_CALL";

/**
 * A code that the compiler knows: of the service, of this client, or one that the application
 * declares in `OwnNames`.
 */
export type KnownErrorCode = ServiceErrorCode | ClientErrorCode | OwnErrorCode;

/** A code that is known, or one of the application's own subscribers or of a newer service. */
export type AuthClientErrorCode = KnownErrorCode | (string & {});

/** A field at fault, where the code is `VALIDATION_ERROR`. */
export interface FieldIssue {
  /** Where the field is, its names and indexes joined by dots. */
  readonly path: string;
  /** What is wrong with the field. */
  readonly message: string;
}

/** What is known of a failure. */
export interface Failure {
  readonly code: AuthClientErrorCode;
  readonly message: string;
  /** Default: 0. */
  readonly status?: number;
  readonly issues?: readonly FieldIssue[];
  readonly retryAfter?: number | null;
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

/** Why a call failed. Calls throw nothing else. */
export class AuthClientError extends Error {
  /** Says the reason to programs. */
  readonly code: AuthClientErrorCode;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The fields at fault, where the code is `VALIDATION_ERROR`. */
  readonly issues: readonly FieldIssue[];
  /** The number of seconds to wait, null when the service does not say. */
  readonly retryAfter: number | null;
  /** The id of the request in the logs of the service, null when there was no answer. */
  readonly requestId: string | null;

  /** Creates the error of a failure. */
  constructor({ code, message, status, issues, retryAfter, requestId, cause }: Failure) {
    super(message, { cause });
    this.name = "AuthClientError";
    this.code = code;
    this.status = status ?? 0;
    this.issues = issues ?? [];
    this.retryAfter = retryAfter ?? null;
    this.requestId = requestId ?? null;
  }

  /** Returns whether the value is an `AuthClientError`. */
  static is(value: unknown): value is AuthClientError;
  /**
   * Returns whether the value is an `AuthClientError` of this code. A code that is not known does
   * not compile: declare your own in `OwnNames`.
   */
  static is<Code extends KnownErrorCode>(
    value: unknown,
    code: Code,
  ): value is AuthClientError & { readonly code: Code };
  static is(value: unknown, code?: string): boolean {
    return value instanceof AuthClientError && (code === undefined || value.code === code);
  }
}
