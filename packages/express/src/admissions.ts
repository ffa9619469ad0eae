import type { IncomingMessage } from "node:http";
import type { Caller, Client, Granted, PermissionId } from "@acme/auth-core";

/** What a guard knows of the request that it has admitted. */
export interface GuardedRequest {
  readonly caller: Caller;
  readonly client: Client;
}

/** A permission, and the proof that the caller has it. */
interface Proof<P extends PermissionId> {
  readonly permission: P;
  readonly granted: Granted<P>;
}

/** A proof whose permission is known only when it is read. */
interface AnyProof {
  readonly permission: PermissionId;
  readonly granted: unknown;
}

/** What a guard has found of a request. */
export interface Admission {
  /** Null behind `readSession`, for a request without a live session. */
  readonly caller: Caller | null;
  readonly client: Client;
  /** Null behind a guard that asks for no permission. */
  readonly proof: AnyProof | null;
}

const admissions = new WeakMap<IncomingMessage, Admission>();

/** Remembers what a guard has found, for the route behind it. */
export const noteAdmission = (request: IncomingMessage, admission: Admission): void =>
  void admissions.set(request, admission);

/**
 * Returns the caller of a request that a guard has admitted. As JSON it is what `GET /api/v1/auth/me` answers, and its user alone what that shows of the user.
 * @throws {Error} when the route has no guard, so that a forgotten guard cannot go unnoticed; behind `readSession` also
 * when there is no session.
 * @example
 * app.get("/api/v1/notes", requireSession, (request, response) => {
 *   response.json({ author: callerOf(request).user.email });
 * });
 */
export function callerOf(request: IncomingMessage): Caller {
  return guardedRequest(request).caller;
}

/**
 * Returns the caller of a request behind `readSession`, null without a live session.
 * @throws {Error} when the route has no guard.
 * @example
 * app.get("/", readSession, (request, response) => {
 *   response.send(findCallerOf(request)?.user.name ?? "Welcome");
 * });
 */
export const findCallerOf = (request: IncomingMessage): Caller | null =>
  admissionOf(request).caller;

/**
 * Returns the caller and the client of a request that a guard has admitted. Use cases of `Auth` that record who did
 * something take the client.
 * @throws {Error} when the route has no guard.
 */
export function guardedRequest(request: IncomingMessage): GuardedRequest {
  const { caller, client } = admissionOf(request);
  if (!caller)
    throw new Error(
      "readSession also lets requests without a session through: read the caller with findCallerOf, or put requireSession before this route.",
    );
  return { caller, client };
}

/**
 * Returns the proof of the permission that the route's guard has checked: the user, the organization and the role.
 * @throws {Error} when the guard has checked another permission, or none.
 * @example
 * app.get("/api/v1/reports", requirePermission("reports:read"), async (request, response) => {
 *   response.json(await reportsOf(grantOf(request, "reports:read").organizationId));
 * });
 */
export function grantOf<P extends PermissionId>(
  request: IncomingMessage,
  permission: P,
): Granted<P> {
  const { proof } = admissionOf(request);
  if (!isProofOf(proof, permission))
    throw new Error(
      `This route's guard does not prove ${permission}: put requirePermission("${permission}") before it.`,
    );
  return proof.granted;
}

const isProofOf = <P extends PermissionId>(
  proof: AnyProof | null,
  permission: P,
): proof is Proof<P> => proof?.permission === permission;

function admissionOf(request: IncomingMessage): Admission {
  const admission = admissions.get(request);
  if (!admission)
    throw new Error("This route has no guard: put requireSession or requirePermission before it.");
  return admission;
}
