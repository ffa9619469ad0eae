import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller, Client, CorePermission, Granted, PermissionId } from "@acme/auth-core";
import type { GuardAccess, HttpRequest } from "@acme/auth-http";
import { forgetBody, leaveOutETag, setHeaders } from "./guarded-response.js";
import type { Middleware } from "./mount.js";
import { writeReply } from "./node-http.js";
import type { Surface } from "./surface.js";
import { asRefusal } from "./thrown.js";

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

interface Admission extends GuardedRequest {
  /** Null behind a guard that asks for no permission. */
  readonly proof: AnyProof | null;
}

const admissions = new WeakMap<IncomingMessage, Admission>();

/**
 * Returns the caller of a request that a guard has admitted.
 * @throws {Error} when the route has no guard, so that a forgotten guard cannot go unnoticed.
 * @example
 * app.get("/api/v1/notes", requireSession, (request, response) => {
 *   response.json({ author: callerOf(request).user.email });
 * });
 */
export function callerOf(request: IncomingMessage): Caller {
  return admissionOf(request).caller;
}

/**
 * Returns the caller and the client of a request that a guard has admitted. Use cases of `Auth` that record who did
 * something take the client.
 * @throws {Error} when the route has no guard.
 */
export const guardedRequest = (request: IncomingMessage): GuardedRequest => admissionOf(request);

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

/** Middleware for an application's own routes, with the rules, the words and the headers of the surface. */
export interface Guards<P extends PermissionId = CorePermission> {
  /** Lets the pages of the site's allowed origins call these routes (CORS): answers preflights, sets the headers for all else. */
  readonly allowOrigins: Middleware;
  /**
   * Reads the body as the surface does: JSON in UTF-8, not compressed, up to `policy.jsonBody` bytes. `request.body` is
   * undefined when there is none. Answers `INVALID_ORIGIN`, `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` or
   * `INVALID_JSON`. Put it before the guard: a session that ends during a slow upload must not count any more.
   */
  readonly jsonBody: Middleware;
  /** Admits callers with a live session. Answers `INVALID_ORIGIN` or `UNAUTHORIZED`. */
  readonly requireSession: Middleware;
  /** Admits callers who have authenticated within `policy.sessionFreshness`. Answers like `requireSession`, or `SESSION_NOT_FRESH`. */
  readonly requireFreshSession: Middleware;
  /**
   * Admits callers whose role in the active organization has the permission. Answers like `requireSession`,
   * `NO_ACTIVE_ORGANIZATION` or `PERMISSION_DENIED`. The proof is read with `grantOf`.
   * @param permission of the core catalog, or one that `createAuth({ permissions })` has added
   */
  readonly requirePermission: (permission: CorePermission | P) => Middleware;
  /**
   * Answers what a route has thrown. Put it behind the routes. A refusal (`AuthError`) and what a body parser refuses are
   * answered by their codes; a database that cannot be reached with 503; anything else with 500, and logged under the
   * request id that the client receives. Passes on an error with a `status` from 400 to 499, which is a refusal of the
   * application's own, and what is thrown after the reply has begun.
   */
  readonly answerRefusals: (
    thrown: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => void;
}

/**
 * Builds the guards for an application's own routes. A guard applies the cross-site rule, refuses as the surface does,
 * gives the reply the headers of the surface, and leaves the caller to be read with `callerOf`.
 * @example
 * const { jsonBody, requirePermission, answerRefusals } = guards(surface);
 * app.post("/api/v1/notes", jsonBody, requirePermission("notes:publish"), publishNote);
 * app.use(answerRefusals);
 */
export function guards<P extends PermissionId = CorePermission>({
  http,
  read,
}: Surface<P>): Guards<P> {
  /** One request keeps one id, whichever guard or error handler answers it: it is kept in the header of the reply. */
  const requestIdOf = (response: ServerResponse): string =>
    response.getHeader("X-Request-Id")?.toString() ?? http.newRequestId();

  function refuse(response: ServerResponse, request: HttpRequest, thrown: unknown): void {
    writeReply(response, http.refuse({ request, requestId: requestIdOf(response) }, thrown));
  }

  const guardFor =
    (access: GuardAccess<CorePermission | P>): Middleware =>
    (incoming, response, next) => {
      const request = read(incoming);
      http
        .guard(access, request)
        .then(
          ({ caller, client, granted }) => {
            const proof =
              typeof access === "object" && granted
                ? { permission: access.permission, granted }
                : null;
            admissions.set(incoming, { caller, client, proof });
            setHeaders(response, http.guardedHeaders(requestIdOf(response)));
            leaveOutETag(response);
            next();
          },
          (thrown: unknown) => refuse(response, request, thrown),
        )
        .catch(next);
    };

  return {
    requireSession: guardFor("session"),
    requireFreshSession: guardFor("fresh"),
    requirePermission: (permission) => guardFor({ permission }),

    allowOrigins(incoming, response, next) {
      const answer = http.crossOrigin(read(incoming));
      if ("preflight" in answer) {
        writeReply(response, answer.preflight);
        return;
      }
      setHeaders(response, answer.headers);
      next();
    },

    jsonBody(incoming, response, next) {
      const request = read(incoming);
      http
        .readJson(request)
        .then(
          (body) => {
            Object.assign(incoming, { body });
            next();
          },
          (thrown: unknown) => refuse(response, request, thrown),
        )
        .catch(next);
    },

    // eslint-disable-next-line house/few-parameters -- Express knows an error handler by its four parameters
    answerRefusals(thrown, incoming, response, next) {
      const refusal = asRefusal(thrown);
      if (refusal === null || response.headersSent) {
        next(thrown);
        return;
      }
      forgetBody(response);
      refuse(response, read(incoming), refusal);
    },
  };
}
