import { AuthError, type ErrorCode, isStoreUnavailable } from "@acme/auth-core";

/** What Express and its body parser throw, by their `type`. */
const BY_TYPE: ReadonlyMap<unknown, ErrorCode> = new Map([
  ["entity.parse.failed", "INVALID_JSON"],
  ["entity.too.large", "PAYLOAD_TOO_LARGE"],
  ["parameters.too.many", "PAYLOAD_TOO_LARGE"],
  ["encoding.unsupported", "UNSUPPORTED_MEDIA_TYPE"],
  ["charset.unsupported", "UNSUPPORTED_MEDIA_TYPE"],
  ["request.aborted", "INVALID_JSON"],
  ["request.size.invalid", "INVALID_JSON"],
]);

interface Thrown {
  readonly type?: unknown;
  readonly status?: unknown;
  /** Set by failed system calls and by zlib. */
  readonly errno?: unknown;
}

/**
 * Returns the refusal that a route has thrown, as the surface answers it: an `AuthError` and a
 * failure of our database as they are, and the `AuthError` for what Express and its body parser
 * throw. Null for everything else, which is the application's own.
 */
export function asRefusal(thrown: unknown): unknown {
  if (AuthError.is(thrown) || isStoreUnavailable(thrown)) return thrown;
  if (typeof thrown !== "object" || thrown === null) return null;
  const { type, status, errno }: Thrown = thrown;
  const code = BY_TYPE.get(type) ?? (status === 400 ? codeOfBadRequest(thrown, errno) : null);
  return code && new AuthError(code, { cause: thrown });
}

/**
 * Whether something thrown is a refusal of the application's own: it names a status from 400 to 499
 * and is nothing of ours.
 */
export function isOwnRefusal(thrown: unknown): boolean {
  if (typeof thrown !== "object" || thrown === null || asRefusal(thrown) !== null) return false;
  const { status }: Thrown = thrown;
  return typeof status === "number" && status >= 400 && status < 500;
}

/**
 * The code of an error without a type: a body that does not decompress, or a path that does not
 * decode, which is 404 on the surface.
 */
function codeOfBadRequest(thrown: object, errno: unknown): ErrorCode | null {
  if (thrown instanceof URIError) return "NOT_FOUND";
  return typeof errno === "number" ? "INVALID_JSON" : null;
}
