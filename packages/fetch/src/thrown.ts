import { AuthError, isStoreUnavailable } from "@acme/auth-core";
import { STATUS } from "@acme/auth-http";

/** How Next throws a redirect or a page of its own: the status stands at the end. */
const NEXT_DIGEST = /^NEXT_.*;(\d{3});?$/;

/**
 * Whether hosts answer with the `status` of what was thrown. On other errors it is that of a call
 * which the route has made.
 */
const isAnswer = (thrown: object): boolean => !(thrown instanceof Error) || "getResponse" in thrown;

/**
 * Returns the status with which the host answers what a route has thrown: what names one is no
 * failure.
 */
export function statusOfThrown(thrown: unknown): number {
  if (AuthError.is(thrown)) return STATUS[thrown.kind];
  if (isStoreUnavailable(thrown)) return STATUS.unavailable;
  if (typeof thrown !== "object" || thrown === null) return STATUS.internal;
  const { status, digest }: { readonly status?: unknown; readonly digest?: unknown } = thrown;
  if (typeof status === "number" && isAnswer(thrown)) return status;
  const [, named] = NEXT_DIGEST.exec(String(digest)) ?? [];
  return named === undefined ? STATUS.internal : Number(named);
}
