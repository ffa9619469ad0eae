import type {
  ApplicationError,
  Auth,
  AuthError,
  Caller,
  Client,
  CorePermission,
  DemandOptions,
  ErrorCode,
  Fresh,
  FreshCaller,
  GrantCaller,
  GrantCallerOf,
  GrantClass,
  Granted,
  PermissionId,
  Permitted,
  RefusableEvent,
  SteppedUp,
  UserFieldDoor,
  Within,
} from "@acme/auth-core";
import type * as z from "zod";
import type { Additions } from "./additions.js";
import type { Answer } from "./answer.js";
import type { Demand, Family } from "./family.js";
import type { HttpRequest } from "./http-message.js";
import type { NamedSite } from "./site.js";

export type {
  Answer,
  AnswerCookies,
  Download,
  PageStatus,
  RenderedPage,
  StaticFile,
} from "./answer.js";

/** The HTTP method of a route. HEAD is answered by the routes of GET. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call. `fresh` is a session that was authenticated recently enough for security-sensitive
 * changes.
 */
export type AccessTo<P extends PermissionId> =
  "anyone" | "session" | "fresh" | SessionAccess | PermissionAccess<P>;

/**
 * What a route asks of a session besides that it is alive: how many factors were shown, and how long
 * ago. It is asked last, so that no one proves anything for what is denied anyway.
 */
export interface StepUpAccess extends DemandOptions {
  /**
   * And of users who have enrolled a second factor a proof of it within `policy.factorFreshness`. Of
   * other users nothing is asked. For changes of what protects the account.
   */
  readonly proved?: true;
}

/** Access for callers of whose session more is asked. */
export interface SessionAccess extends StepUpAccess {
  readonly session: true;
  /** And authenticated recently. */
  readonly fresh?: true;
}

/** Access for members whose role has a permission. */
export interface PermissionAccess<P extends PermissionId> extends StepUpAccess {
  readonly permission: P;
  /**
   * In the organization that the path names, instead of the active one: by `:id`, or by `:slug`.
   */
  readonly of?: "path" | "slug";
  /** And authenticated recently. */
  readonly fresh?: true;
}
/** Who may call a route of the surface, whose permissions are those of the catalog. */
export type Access = AccessTo<CorePermission>;

/** The access that a route may give to grants: no grant is fresh, and `anyone` asks for none. */
export type GrantableAccess<P extends PermissionId> =
  | "session"
  | (PermissionAccess<P> & Readonly<Partial<Record<"fresh" | keyof StepUpAccess, never>>>);

/** The mark of a session that has met what the access demands. */
export type SteppedUpBy<A> = A extends { readonly factors: 2 } | { readonly within: string }
  ? SteppedUp
  : unknown;

/** The part of a call that proves the access of its route, which takes grants of the class `G`. */
export type Admitted<
  A extends AccessTo<PermissionId>,
  G extends GrantClass | undefined = undefined,
> = G extends GrantClass
  ? A extends { readonly permission: infer P extends PermissionId }
    ? {
        readonly caller: Caller | GrantCallerOf<G>;
        readonly granted: Granted<P> | Permitted<P>;
      }
    : { readonly caller: Caller | GrantCallerOf<G> }
  : AdmittedSession<A>;

/** The same of a route that takes sessions only. */
export type AdmittedSession<A extends AccessTo<PermissionId>> = A extends "anyone"
  ? { readonly caller: null }
  : A extends { readonly permission: infer P extends PermissionId }
    ? {
        readonly caller: CallerBy<A>;
        readonly granted: SteppedUpBy<A> &
          (A extends { readonly fresh: true } ? Granted<P> & Fresh : Granted<P>);
      }
    : { readonly caller: CallerBy<A> };

/** The caller by a session that has met what the access asks of it. */
export type CallerBy<A> = SteppedUpBy<A> &
  (A extends "fresh" | { readonly fresh: true } ? FreshCaller : Caller);

/** Returns the permission that an access names, with where and how it is asked for; null for none. */
export const permissionAccessOf = <P extends PermissionId>(
  access: AccessTo<P>,
): PermissionAccess<P> | null =>
  typeof access === "object" && "permission" in access ? access : null;

/** Returns whether a route does nothing but redirect. */
export const onlyRedirects = ({ status }: { readonly status?: number | undefined }): boolean =>
  status === 302 || status === 303;

/** Returns whether an access asks for a session that was authenticated recently. */
export const isFreshAccess = (access: AccessTo<PermissionId>): boolean =>
  access === "fresh" || (typeof access === "object" && access.fresh === true);

/** Returns what an access asks of a session last; null when it asks nothing more. */
export const stepUpOf = (access: AccessTo<PermissionId>): StepUpAccess | null =>
  typeof access === "object" && (access.proved === true || isDemand(access)) ? access : null;

/** A demand that asks for something: two factors, an age, or both. */
export type MadeDemand = { readonly factors: 2 } | { readonly within: Within };

/** Returns whether anything is demanded of a session. */
export const isDemand = <D extends DemandOptions>(demand: D): demand is D & MadeDemand =>
  demand.factors !== undefined || demand.within !== undefined;

/**
 * Which limiter counts the route: `auth-ip`, the generous `read` of downloads, of reading by
 * permission and of routes that only read the presented session, or none.
 */
export type Limit = "auth-ip" | "read" | "none";

/**
 * Builds the schema of zod that says what a route takes in or gives back. Call it after `loadZod`.
 */
export type RouteSchema = () => z.ZodType;
/** What the schema of a route makes of its input. */
export type Parsed<S extends RouteSchema | undefined> = S extends RouteSchema
  ? z.output<ReturnType<S>>
  : undefined;

/** What every handler is called with, whatever its input and access. */
export interface CallContext {
  readonly auth: Auth;
  readonly site: NamedSite;
  readonly client: Client;
  readonly request: HttpRequest;
  /** Whether the body is a form: a person pressed a button on a page of ours. */
  readonly isForm: boolean;
  /** The whole surface and what the application has described, for the routes that show it. */
  readonly sections: readonly DocumentedSection[];
  /** What features add to the views of the answer: the views take it. Null where none adds any. */
  readonly additions: Additions | null;
}

/**
 * What a handler is called with, its input as the schemas of its route make it. `W` is what a
 * feature adds to `auth`.
 */
export interface Call<
  B extends RouteSchema | undefined,
  Q extends RouteSchema | undefined,
  P extends RouteSchema | undefined,
  W = unknown,
> extends CallContext {
  readonly auth: Auth & W;
  readonly body: Parsed<B>;
  readonly query: Parsed<Q>;
  readonly params: Parsed<P>;
}

/** What any handler is called with, the types of its input and of its proof left out. */
export interface AnyCall extends CallContext {
  readonly caller: Caller | GrantCaller | null;
  readonly granted?: Granted<PermissionId> | Permitted<PermissionId> | null;
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
}

/**
 * Whose sessions a route opens: those of any user who shows a credential; `by mail` where the
 * credential proves the mailbox, so that no email address is unverified; `of a new user`, who
 * cannot be suspended, and is no failure where the email address has to be verified first.
 */
export type OpensSession = true | "by mail" | "of a new user";

/** How the routes of a foreign contract speak: JSON under another name, refusals of another shape. */
export interface Protocol {
  /** The media type of answers and refusals, taken as that of bodies too: `application/scim+json`. */
  readonly media: string;
  /** What the body of every refusal is, as a schema. */
  readonly schema: JsonSchema;
  /** Returns the body of a refusal. Its status stays that of the code. */
  refusal(error: AuthError): unknown;
}

/**
 * What a route says of itself: its place in the surface, who may call it, and what goes in and
 * comes out.
 */
export interface RouteDescription {
  readonly method: Method;
  /** Segments that begin with a colon are parameters. */
  readonly path: `/${string}`;
  readonly aliases?: readonly `/${string}`[];
  /**
   * The name of the route in the reference, which no other has: two to four words in sentence case,
   * a verb and its object. For example `Send code`.
   */
  readonly summary: string;
  /** What the route does, in one or two sentences that stand alone. */
  readonly description: string;
  readonly access: AccessTo<PermissionId>;
  /**
   * Which grants the route takes instead of a session. Default: none, and a token is refused with
   * `GRANT_NOT_ALLOWED`. Only where `access` is `session` or a permission, and not `fresh`.
   */
  readonly grants?: GrantClass | undefined;
  readonly limit: Limit;
  /** Not counted among the user's writes. */
  readonly uncounted?: true;
  readonly body?: RouteSchema | undefined;
  readonly query?: RouteSchema | undefined;
  readonly params?: RouteSchema | undefined;
  /** 302 or 303 where the route does nothing but redirect. */
  readonly status: 200 | 201 | 202 | 204 | 302 | 303;
  /** What comes back with `status`, as a schema. */
  readonly reply: RouteSchema;
  /** What comes back with `status`, as a sentence for the documentation. */
  readonly returns: string;
  /**
   * The route shows a page, or shows one to people and answers JSON to programs. Without it, there
   * is no page.
   */
  readonly page?: "always" | "to people";
  /** The media types of the files that the route answers with, where these are no JSON. */
  readonly files?: readonly string[];
  /** A link that does not work is answered by a page with status 400. */
  readonly deadLinkPage?: true;
  /** The route may redirect instead of answering. */
  readonly redirects?: 302 | 303;
  /** Whether the body may, or must, be a form. */
  readonly forms?: "too" | "only";
  /**
   * Pages of other sites post their forms here, so the cross-site rule does not apply. Only for a
   * route that changes nothing, and reads no cookie.
   */
  readonly crossSite?: true;
  /**
   * Whether the method exists for these parameters of the path. Default: for
   * all. Otherwise the method is answered as one that the path does not have.
   */
  readonly existsFor?: (auth: Auth, params: Readonly<Record<string, string>>) => boolean;
  /**
   * Refusals beyond the implied ones: codes of the library, and errors of a feature or of the
   * application. As a record where a code has another status on this route than everywhere else.
   */
  readonly refuses:
    readonly (ErrorCode | ApplicationError)[] | Readonly<Partial<Record<ErrorCode, number>>>;
  /**
   * The creations that the route can cause. A subscriber of the application may refuse them, with
   * the errors of its feature.
   */
  readonly creates?: readonly RefusableEvent[];
  /**
   * The route may open a session, so that it may be withheld. Implies the refusals of a withheld
   * sign-in, those of the gates of features among them, and the cookies of these. Only such a route
   * may answer with a `session` that is new.
   */
  readonly opensSession?: OpensSession;
  /**
   * Those of its paths whose contract calls a withheld sign-in a success: where the gate of a feature
   * has a `reply`, they answer it with the status of the route. The other paths refuse.
   */
  readonly withheldReplies?: readonly `/${string}`[];
  /** Whether its body takes the own fields of users that are accepted there, too. */
  readonly takesFields?: UserFieldDoor;
  /**
   * The route signs a browser out: what features end then, their `atSignOut`, ends with it.
   */
  readonly signsOut?: true;
  /**
   * What the body of a refusal says instead of our code: the code that a foreign contract has for
   * it. The status stays ours.
   */
  readonly codes?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** Of the section of a feature: how its routes speak. Default: as those of the library. */
  readonly protocol?: Protocol | undefined;
  /**
   * The headers of every answer but refusals, in place of those that every reply has. No other origin
   * may read it.
   */
  readonly standing?: readonly string[] | undefined;
  /** How the route answers, where that is not in JSON. A caller is looked for in any case. */
  readonly family?: Family | undefined;
  /** What a caller has to prove besides the access. */
  readonly demands?: readonly Demand[] | undefined;
  /** For requests that accept HTML only: for any other, the path is unknown. */
  readonly asksForHtml?: true;
}

declare const needs: unique symbol;
/** For the compiler alone: what the handler of a route finds on `auth` besides the base. */
export interface Needs<W> {
  /** No route has it. */
  readonly [needs]?: (auth: W) => void;
}

/**
 * A route as its file defines it: the types of its access and its schemas decide what `handle` is
 * called with. `W` is what a feature adds to `auth`.
 */
export interface Route<
  A extends AccessTo<PermissionId>,
  B extends RouteSchema | undefined,
  Q extends RouteSchema | undefined,
  P extends RouteSchema | undefined,
  R extends RouteSchema,
  W = unknown,
  G extends GrantClass | undefined = undefined,
>
  extends RouteDescription, Needs<W> {
  readonly access: A;
  readonly grants?: G & (A extends GrantableAccess<PermissionId> ? GrantClass : undefined);
  readonly body?: B;
  readonly query?: Q;
  readonly params?: P;
  readonly reply: R;
  /**
   * Answers a call whose access, input and limits were checked before.
   *
   * @throws {AuthError} with a refusal of `refuses`; anything else is a bug or an outage.
   */
  handle(call: Call<B, Q, P, W> & Admitted<A, G>): Promise<Answer<z.input<ReturnType<NoInfer<R>>>>>;
}

/**
 * A route with its types forgotten: all that the kernel, the mounts and the OpenAPI writer need.
 */
export interface AnyRoute extends RouteDescription {
  /**
   * Answers a call whose access, input and limits were checked before.
   *
   * @throws {AuthError} with a code of `refuses`; anything else is a bug or an outage.
   */
  handle(call: AnyCall): Promise<Answer<unknown>>;
}

/**
 * A route of a feature with the types of its input forgotten: `auth` has to have `W`, and know the
 * permission.
 */
export interface FeatureRoute<W, P extends PermissionId> extends AnyRoute, Needs<W> {
  readonly access: AccessTo<P>;
}

/** A route of the surface. */
export interface NamedRoute extends AnyRoute {
  /**
   * The `operationId` of the OpenAPI document: the route's file and its export name, for example
   * `emailOtp.signIn`.
   */
  readonly operationId: string;
}

/** A section of the surface, in the order of its documentation. */
export interface Section {
  readonly title: string;
  /** One sentence: what its routes are for. */
  readonly description: string;
  readonly routes: readonly NamedRoute[];
}

/**
 * A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it; for example what `z.toJSONSchema`
 * returns.
 */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  /** Schemas with a name, which become components of the document. */
  readonly $defs?: Readonly<Record<string, unknown>>;
}

/**
 * A route as the reference shows it: one of the surface, or one that the application answers
 * itself.
 */
export interface DocumentedRoute extends Omit<
  RouteDescription,
  "access" | "limit" | "params" | "query" | "body" | "reply"
> {
  readonly operationId: string;
  readonly access: AccessTo<PermissionId>;
  readonly params?: RouteSchema | JsonSchema | undefined;
  readonly query?: RouteSchema | JsonSchema | undefined;
  readonly body?: RouteSchema | JsonSchema | undefined;
  readonly reply?: RouteSchema | JsonSchema | undefined;
  /** The application answers it: its guard counts it, and no other limit of the surface. */
  readonly isOwn?: true;
}

/** A section of the reference. */
export interface DocumentedSection {
  readonly title: string;
  /** One sentence: what its routes are for. */
  readonly description: string;
  readonly routes: readonly DocumentedRoute[];
  /** Loads the examples of its operations. Only who reads the OpenAPI document needs them. */
  readonly examples?: () => Promise<OperationExamples>;
}

/** A call of the surface that a test has made, without its secrets. */
export interface OperationExample {
  /** The fields of its path, query and body. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly reply?: unknown;
}

/** An example of each operation, by its `operationId`. */
export type OperationExamples = Readonly<Record<string, OperationExample | undefined>>;

/**
 * Returns what defines the routes of a feature: their handlers find `W` on `auth` besides the base,
 * and may ask for the permissions `Own` besides those of the catalog.
 * @example
 * const route = routeOf<{ readonly secondFactor: SecondFactor }>();
 */
export const routeOf =
  <W, Own extends PermissionId = never>() =>
  <
    const A extends AccessTo<CorePermission | Own>,
    R extends RouteSchema,
    B extends RouteSchema | undefined = undefined,
    Q extends RouteSchema | undefined = undefined,
    P extends RouteSchema | undefined = undefined,
    const G extends GrantClass | undefined = undefined,
  >(
    definition: Route<A, B, Q, P, R, W, G>,
    // Where the routes of a feature are listed, the list must not say which grants one takes.
  ): Route<A, B, Q, P, R, W, NoInfer<G>> =>
    definition;

/** Defines a route over the base alone. */
export const route = routeOf<unknown>();
