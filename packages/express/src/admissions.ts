import type { IncomingMessage } from "node:http";
import type { DemandOptions, Granted, PermissionId, SteppedUp } from "@acme/auth-core";
import { type Demand, parseDemand } from "@acme/auth-core/surface";
import type { GuardedRequest, MadeDemand, ShownCaller, TakenRequest, Visit } from "@acme/auth-http";

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

/** What a guard has found of a request that takes no grants. */
export interface SessionAdmission {
  readonly taken?: never;
  readonly visit: Visit;
  /** Null behind a guard that asks for no permission. */
  readonly proof: AnyProof | null;
  /** What the guard has demanded of the session; null for nothing. */
  readonly met: Demand | null;
}

/** What a guard has found that takes grants: nothing that was written for sessions reads it. */
export interface TakenAdmission {
  readonly taken: TakenRequest<PermissionId>;
}

/** What a guard has found of a request. */
export type Admission = SessionAdmission | TakenAdmission;

/**
 * Of this copy of the package only: an admission proves something, and no other code of the process
 * may write one.
 */
const admissions = new WeakMap<IncomingMessage, Admission>();

/** Remembers what a guard has found, for the route behind it. */
export const noteAdmission = (request: IncomingMessage, admission: Admission): void =>
  void admissions.set(request, admission);

/**
 * Returns the caller of a request that a guard has admitted, as plain data: all of it is what
 * `GET /api/v1/auth/me` shows. Use cases of `Auth` take `by`, which `guardedRequest` returns.
 * @throws {Error} when the route has no guard, so that a forgotten guard cannot go unnoticed;
 * behind `readSession` also when there is no session.
 * @example
 * app.get("/api/v1/notes", requireSession, (request, response) => {
 *   response.json({ author: callerOf(request).user.email });
 * });
 */
export function callerOf(request: IncomingMessage): ShownCaller {
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
export const findCallerOf = (request: IncomingMessage): ShownCaller | null =>
  visitOf(request).caller;

/**
 * Returns caller and client of a request behind `readSession`, the caller null without a live
 * session.
 * @throws {Error} when the route has no guard.
 * @example
 * app.post("/api/v1/feedback", readSession, (request, response) => {
 *   const { caller, client } = visitOf(request);
 *   console.log(caller?.user.id ?? "guest", client.ipAddress);
 *   response.sendStatus(204);
 * });
 */
export const visitOf = (request: IncomingMessage): Visit => sessionAdmissionOf(request).visit;

/**
 * Returns what a guard that takes grants has found: the caller by a session or by a grant, the
 * client, and the proof of the permission. Only it reads what such a guard has found: `callerOf` and
 * `grantOf` are of sessions.
 * @throws {Error} when the route has no guard, or one that takes no grants.
 * @example
 * app.get("/api/v1/reports", requirePermission("reports:read", { grants: "any" }), (request, response) => {
 *   const { caller, granted } = takenRequest(request);
 *   response.json({ account: caller.user?.name ?? "a service account", in: granted?.organizationId });
 * });
 */
export function takenRequest(request: IncomingMessage): TakenRequest<PermissionId> {
  const { taken } = admissionOf(request);
  if (!taken)
    throw new Error(
      "This route's guard takes no grants: read the caller with callerOf, or give the guard the option grants.",
    );
  return taken;
}

/**
 * Returns what a guard has found of a request that it has admitted: the caller as it may be shown,
 * the same caller for use cases of `Auth`, and the client, which use cases that record who did
 * something take.
 * @throws {Error} when the route has no guard.
 * @example
 * app.post("/api/v1/teams", requireSession, jsonBody, async (request, response) => {
 *   const { by, client } = guardedRequest(request);
 *   const { organization } = await auth.organizations.create(by, readTeam(request.body), client);
 *   response.status(201).json({ id: organization.id });
 * });
 */
export function guardedRequest(request: IncomingMessage): GuardedRequest {
  const visit = visitOf(request);
  if (visit.caller === null)
    throw new Error(
      "readSession also lets requests without a session through: read the caller with findCallerOf, or put requireSession before this route.",
    );
  return visit;
}

/**
 * Returns the proof of the permission that the route's guard has checked: the user, the
 * organization and the role.
 * @param demand what the guard has demanded of the session, so that the proof says that it is met
 * @throws {Error} when the guard has checked another permission or demand, or none.
 * @example
 * app.get("/api/v1/reports", requirePermission("reports:read"), async (request, response) => {
 *   response.json(await reportsOf(grantOf(request, "reports:read").organizationId));
 * });
 * @example
 * const SURE = { factors: 2, within: "10m" } as const;
 * app.post("/api/v1/payouts", requirePermission("payouts:write", SURE), async (request, response) => {
 *   response.json(await payOut(grantOf(request, "payouts:write", SURE)));
 * });
 */
export function grantOf<P extends PermissionId>(
  request: IncomingMessage,
  permission: P,
  demand: MadeDemand,
): Granted<P> & SteppedUp;
export function grantOf<P extends PermissionId>(
  request: IncomingMessage,
  permission: P,
): Granted<P>;
export function grantOf<P extends PermissionId>(
  request: IncomingMessage,
  permission: P,
  demand: DemandOptions = {},
): Granted<P> {
  const { proof, met } = sessionAdmissionOf(request);
  if (!isProofOf(proof, permission))
    throw new Error(
      `This route's guard does not prove ${permission}: put requirePermission("${permission}") before it.`,
    );
  if (!isMetBy(parseDemand(demand), met))
    throw new Error(
      `This route's guard does not demand ${JSON.stringify(demand)} of the session: give it these options.`,
    );
  return proof.granted;
}

const isProofOf = <P extends PermissionId>(
  proof: AnyProof | null,
  permission: P,
): proof is Proof<P> => proof?.permission === permission;

const isMetBy = (asked: Demand | null, met: Demand | null): boolean =>
  asked === null || (asked.factors === met?.factors && asked.within === met.within);

function sessionAdmissionOf(request: IncomingMessage): SessionAdmission {
  const admission = admissionOf(request);
  if (admission.taken)
    throw new Error("This route's guard takes grants too: read the caller with takenRequest.");
  return admission;
}

function admissionOf(request: IncomingMessage): Admission {
  const admission = admissions.get(request);
  if (!admission)
    throw new Error("This route has no guard: put requireSession or requirePermission before it.");
  return admission;
}
