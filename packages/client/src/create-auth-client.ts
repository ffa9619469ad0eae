import type { CallOptions } from "./call-options.js";
import { checked, type Sending, send } from "./send.js";
import type { AuthClient } from "./surface/client.js";
import { ROUTES } from "./surface/routes.js";

/** The options of `createAuthClient`. */
export interface AuthClientOptions {
  /** The URL of the service, for example `https://auth.example.com`. Default: the origin of the page. */
  readonly baseUrl?: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Headers of every request. On a server that answers for a browser: its `Cookie`. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Rows = Readonly<Record<string, string>>;
/** What paths and queries hold. What else a body holds is sent as it is. */
type Scalar = string | number | boolean | null | undefined;
type Input = Readonly<Record<string, Scalar>>;
type Given = Input & CallOptions;
/** What it is called with depends on its row: the input, if it takes one, and the options. */
type Call = (first?: Given, second?: Given) => unknown;

/**
 * Creates a client of the service: a method for each operation of its OpenAPI document. It keeps nothing: the session is a cookie of the service, which no
 * script sees, and which the browser sends along.
 *
 * @example
 * const client = createAuthClient({ baseUrl: "https://auth.example.com" });
 * await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
 * const { user } = await client.emailOtp.signIn({ email, otp });
 */
export function createAuthClient(options: AuthClientOptions = {}): AuthClient {
  const groups = Object.entries<Rows>(ROUTES).map(([name, rows]) => [
    name,
    Object.fromEntries(Object.entries(rows).map(([call, row]) => [call, callOf(row, options)])),
  ]);
  return Object.fromEntries(groups) as AuthClient;
}

/** The call of a row: its method, its path, where the rest of the input goes, and what may answer besides JSON. */
function callOf(row: string, options: AuthClientOptions): Call {
  const [method = "", path = "", ...words] = row.split(" ");
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const rest = words.find((word) => PLACES.includes(word));
  const takesInput = rest !== undefined || names.length > 0;
  const sendingOf = (input: Input): Sending => {
    let url = path;
    for (const name of names) url = url.replace(`:${name}`, segment(input[name]));
    const left = Object.fromEntries(
      Object.entries(input).filter(([name]) => !names.includes(name)),
    );
    if (rest === "query" || method === "OPEN") url += queryText(left);
    return {
      method,
      url: (options.baseUrl ?? "").replace(/\/$/, "") + url,
      ...contentOf(rest, left),
      isPage: words.includes("page"),
      ...(words.includes("redirect") && { leaves: path }),
    };
  };
  return (first, second) => {
    const build = () => checked(() => sendingOf((takesInput && first) || {}));
    if (method === "OPEN") return build().url;
    return send(build, {
      ...(takesInput ? second : first),
      fetch: options.fetch,
      common: options.headers,
    });
  };
}

/** Where the rest of the input goes. */
const PLACES = ["query", "json", "form"];

/** What is no id must not lead to another path: the service knows no row of that id. */
const segment = (value: Scalar): string =>
  encodeURIComponent(String(value)).replace(/^\.{0,2}$/, "-");

function queryText(fields: Input): string {
  const query = new URLSearchParams(textFields(fields)).toString();
  return query && `?${query}`;
}

const textFields = (fields: Input): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );

const contentOf = (rest: string | undefined, fields: Input): Partial<Sending> =>
  rest === "json"
    ? { body: JSON.stringify(fields), type: "application/json" }
    : rest === "form"
      ? {
          body: new URLSearchParams(textFields(fields)).toString(),
          type: "application/x-www-form-urlencoded",
        }
      : {};
