import { AuthClientError, type Failure } from "./auth-client-error.js";
import type { CallOptions } from "./call-options.js";

/** A request, ready to be sent, and what may answer it besides JSON. */
export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly type?: string;
  /** Whether a page answers, and no JSON. */
  readonly isPage: boolean;
  /** The path of a route that may redirect to the front end, with `?error=` when it refuses. */
  readonly leaves?: string;
}

interface How extends CallOptions {
  readonly fetch?: typeof fetch | undefined;
  /** Headers of every request. */
  readonly common: Readonly<Record<string, string>> | undefined;
}

/**
 * Builds and sends the request, and resolves to what the service answers: JSON as its value, a page
 * as text, nothing as undefined.
 */
export async function send(build: () => Sending, how: How): Promise<unknown> {
  const sending = build();
  if (!how.fetch && sending.url.startsWith("/") && !Reflect.has(globalThis, "location"))
    throw new AuthClientError({
      code: "INVALID_CALL",
      message: 'Outside a page the client needs the URL of the service: { baseUrl: "https://…" }.',
    });
  const request = requestOf(sending, how);
  let response: Response;
  let text: string;
  try {
    response = await (how.fetch ?? fetch)(sending.url, request);
    text = await response.text();
  } catch (cause) {
    if (how.signal?.aborted)
      throw new AuthClientError({ code: "ABORTED", message: "The call was aborted.", cause });
    // `fetch` throws the same for what it refuses to send as for what finds no service.
    const page = String(
      Reflect.get(globalThis, "location") ?? (how.fetch ? "http://localhost" : sending.url),
    );
    checked(() => new Request(new URL(sending.url, page), request));
    throw new AuthClientError({
      code: "UNREACHABLE",
      message: "The service cannot be reached. Check your connection and try again.",
      cause,
    });
  }
  return readAnswer(response, text, sending);
}

const requestOf = ({ method, body, type }: Sending, how: How): RequestInit => ({
  method,
  credentials: "include",
  signal: how.signal ?? null,
  headers: {
    ...how.common,
    ...how.headers,
    ...(how.organization !== undefined && { "X-Active-Org": how.organization }),
    ...(type !== undefined && { "Content-Type": type }),
  },
  ...(body !== undefined && { body }),
});

/** Returns what is built. What cannot be built of what the caller gave is a mistake of the call. */
export function checked<Built>(build: () => Built): Built {
  try {
    return build();
  } catch (cause) {
    throw new AuthClientError({
      code: "INVALID_CALL",
      message: "The call cannot be sent with what it was given.",
      cause,
    });
  }
}

function readAnswer(response: Response, text: string, { isPage, leaves }: Sending): unknown {
  const { ok, status, headers } = response;
  const value = jsonIn(response, text);
  const elsewhere = leftFor(response, leaves);
  const failure = leftWith(elsewhere) ?? withheldIn(value);
  if (!failure && status === 204) return undefined;
  if (!failure && ok && isPage === (value === undefined) && (isPage || !elsewhere))
    return isPage ? text : value;
  throw new AuthClientError({
    ...(failure ?? failureIn(value)),
    status,
    retryAfter: Number(headers.get("Retry-After")) || null,
    requestId: headers.get("X-Request-Id"),
  });
}

/** Returns the failure that the URL names which a form or a link has led to. */
function leftWith(elsewhere: URL | null): Failure | null {
  const code = elsewhere?.searchParams.get("error");
  return code ? { code, message: "This link does not work." } : null;
}

/** Returns the failure of a withheld sign-in: the paths of better-auth call it a success. */
const withheldIn = (value: unknown): Failure | null =>
  typeof value === "object" && value !== null && "twoFactorRedirect" in value
    ? { code: "SECOND_FACTOR_REQUIRED", message: "Your second factor is needed to sign in." }
    : null;

const failureIn = (value: unknown): Failure =>
  isFailure(value)
    ? value
    : {
        code: "UNREADABLE",
        message: "The service gave an answer that cannot be understood. Try again later.",
      };

const isFailure = (value: unknown): value is Failure =>
  typeof value === "object" && value !== null && "code" in value && "message" in value;

/** The URL that answered in place of the path; null when the path did, at whatever origin. */
function leftFor({ redirected, url }: Response, path: string | undefined): URL | null {
  if (path === undefined || !redirected) return null;
  const reached = new URL(url);
  return reached.pathname.endsWith(path) ? null : reached;
}

function jsonIn({ headers }: Response, text: string): unknown {
  if (!headers.get("Content-Type")?.startsWith("application/json")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
