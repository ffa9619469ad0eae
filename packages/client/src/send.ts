import { AuthClientError, type FieldIssue } from "./auth-client-error.js";
import type { CallOptions } from "./call-options.js";

/** A request, ready to be sent. */
export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly type?: string;
}

interface How extends CallOptions {
  readonly fetch?: typeof fetch | undefined;
  /** Headers of every request. */
  readonly common: Readonly<Record<string, string>> | undefined;
}

/** Sends the request, and resolves to what the service answers: JSON as its value, a page as text, nothing as undefined. */
export async function send({ method, url, body, type }: Sending, how: How): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await (how.fetch ?? fetch)(url, {
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
    text = await response.text();
  } catch (cause) {
    throw how.signal?.aborted
      ? new AuthClientError({ code: "ABORTED", message: "The call was aborted.", cause })
      : new AuthClientError({
          code: "UNREACHABLE",
          message: "The service cannot be reached. Check your connection and try again.",
          cause,
        });
  }
  return readAnswer(response, text);
}

function readAnswer({ ok, status, headers }: Response, text: string): unknown {
  const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const value = isJson ? parse(text) : undefined;
  if (ok && (isJson ? value !== undefined : true)) return isJson ? value : text || undefined;
  const about = {
    status,
    retryAfter: Number(headers.get("Retry-After")) || null,
    requestId: headers.get("X-Request-Id"),
  };
  throw isRefusal(value)
    ? new AuthClientError({ ...about, ...value })
    : new AuthClientError({
        ...about,
        code: "UNREADABLE",
        message: "The service gave an answer that cannot be understood. Try again later.",
      });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRefusal = (
  body: unknown,
): body is {
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly FieldIssue[];
} => typeof body === "object" && body !== null && "code" in body && "message" in body;
