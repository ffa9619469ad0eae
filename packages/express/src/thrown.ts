import { AuthError, type ErrorCode } from "@acme/auth-core";

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
 * Returns what a route has thrown as the surface answers it: the `AuthError` for what Express and its body parser throw,
 * anything else as it is. Null for an error with a `status` from 400 to 499, which is a refusal of the application's own.
 */
export function asRefusal(thrown: unknown): unknown {
  if (AuthError.is(thrown) || typeof thrown !== "object" || thrown === null) return thrown;
  const { type, status, errno }: Thrown = thrown;
  const code = BY_TYPE.get(type) ?? (status === 400 ? codeOfBadRequest(thrown, errno) : null);
  if (code) return new AuthError(code, { cause: thrown });
  return typeof status === "number" && status >= 400 && status < 500 ? null : thrown;
}

/** The code of an error without a type: a body that does not decompress, or a path that does not decode, which is 404 on the surface. */
function codeOfBadRequest(thrown: object, errno: unknown): ErrorCode | null {
  if (thrown instanceof URIError) return "NOT_FOUND";
  return typeof errno === "number" ? "INVALID_JSON" : null;
}
