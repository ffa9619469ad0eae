import type { CallOptions } from "./call-options.js";
import type { Route } from "./route.js";
import { checked, send, type Sending } from "./send.js";
import type { AuthClient } from "./surface/client.js";
import { ROUTES } from "./surface/routes.js";

/** The options of `createAuthClient`. */
export interface AuthClientOptions {
  /**
   * The URL of the service, for example `https://auth.example.com`. Default: the origin of the
   * page.
   */
  readonly baseUrl?: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Headers of every request. On a server that answers for a browser: its `Cookie`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What paths and queries hold. What else a body holds is sent as it is. */
type Scalar = string | number | boolean | null | undefined;
type Input = Readonly<Record<string, Scalar>>;
type Given = Input & CallOptions;

/**
 * Calls a route: with its input, if it takes one, and the options.
 *
 * @typeParam Call the method of the client that the route stands for
 */
export type AuthCall = <Call extends (...args: never[]) => unknown>(
  route: Route<Call>,
  ...args: Parameters<Call>
) => ReturnType<Call>;

/**
 * Creates a client of the service: a method for each operation of its OpenAPI document. It keeps
 * nothing: the session is a cookie of the service, which no script sees, and which the browser
 * sends along.
 *
 * @example
 * const client = createAuthClient({ baseUrl: "https://auth.example.com" });
 * await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
 * const { user } = await client.emailOtp.signIn({ email, otp });
 */
export function createAuthClient(options: AuthClientOptions = {}): AuthClient {
  const groups = Object.entries<Readonly<Record<string, string>>>(ROUTES).map(([name, routes]) => [
    name,
    Object.fromEntries(
      Object.entries(routes).map(([call, route]) => [
        call,
        (first?: Given, second?: Given) => callRoute(options, route, [first, second]),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as AuthClient;
}

/**
 * Creates the same client as one function, for pages that count bytes: it calls routes of
 * `@acme/auth-client/routes`, of which a bundler keeps those that are called, and the application's
 * own.
 *
 * @example
 * import { session } from "@acme/auth-client/routes";
 *
 * const call = createAuthCall({ baseUrl: "https://auth.example.com" });
 * const sessions = await call(session.listSessions);
 */
export const createAuthCall = (options: AuthClientOptions = {}): AuthCall =>
  ((route: string, ...args: (Given | undefined)[]) => callRoute(options, route, args)) as AuthCall;

function callRoute(
  { baseUrl = "", fetch, headers }: AuthClientOptions,
  route: string,
  [first, second]: readonly (Given | undefined)[],
): unknown {
  const takesInput = /:| (query|json|form)/.test(route);
  const build = () =>
    checked(() => {
      const sending = sendingOf(route, (takesInput && first) || {});
      return { ...sending, url: baseUrl.replace(/\/$/, "") + sending.url };
    });
  if (route.startsWith("OPEN")) return build().url;
  return send(build, { ...(takesInput ? second : first), fetch, common: headers });
}

/** The request of a route: its path with the fields that it names, and the others where they go. */
function sendingOf(route: string, input: Input): Sending {
  const [method = "", path = "", ...words] = route.split(" ");
  const rest = new Map(Object.entries(input));
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    rest.delete(name);
    return segment(input[name]);
  });
  const text = new URLSearchParams(
    [...rest].flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();
  return {
    method,
    url: words.includes("query") && text ? `${filled}?${text}` : filled,
    ...(words.includes("json") && {
      body: JSON.stringify(Object.fromEntries(rest)),
      type: "application/json",
    }),
    ...(words.includes("form") && { body: text, type: "application/x-www-form-urlencoded" }),
    isPage: words.includes("page"),
    ...(words.includes("redirect") && { leaves: path }),
  };
}

/** What is no id must not lead to another path: the service knows no row of that id. */
const segment = (value: Scalar): string =>
  encodeURIComponent(String(value)).replace(/^\.{0,2}$/, "-");
