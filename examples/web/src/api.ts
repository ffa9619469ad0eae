const SERVICE = import.meta.env.VITE_AUTH_URL ?? "http://localhost:3000";

export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Every refusal of the service, as it says it: a code for programs, a message for people, and for `VALIDATION_ERROR` the fields at fault. */
export class Refusal extends Error {
  readonly code: string;
  readonly issues: readonly Issue[];
  /** How long to wait, in seconds; null when the service does not say. */
  readonly retryAfter: number | null;

  constructor(
    body: { readonly code: string; readonly message: string; readonly issues?: readonly Issue[] },
    retryAfter: number | null = null,
  ) {
    super(body.message);
    this.code = body.code;
    this.issues = body.issues ?? [];
    this.retryAfter = retryAfter;
  }
}

export const isRefusal = (problem: unknown, code: string): boolean =>
  problem instanceof Refusal && problem.code === code;

type Headers = Readonly<Record<string, string>>;

export const get = <Reply>(path: string, headers: Headers = {}): Promise<Reply> =>
  send(path, { method: "GET", headers });

const sending =
  (method: string) =>
  <Reply>(path: string, body?: object, headers: Headers = {}): Promise<Reply> =>
    send(path, {
      method,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });

export const post = sending("POST");
export const put = sending("PUT");
export const patch = sending("PATCH");
export const remove = sending("DELETE");

/** Has the service answer for this organization, whichever the browser's cookie names: that may have changed in another tab. */
export const inOrganization = (id: string): Headers => ({ "X-Active-Org": id });

/** The session is a cookie of the service: `include` sends it there from this origin, and no script ever sees it. */
async function send<Reply>(path: string, request: RequestInit): Promise<Reply> {
  const response = await fetch(new URL(path, SERVICE), {
    ...request,
    credentials: "include",
  }).catch((cause: unknown) => {
    console.error(cause);
    throw new Refusal({
      code: "UNREACHABLE",
      message: "The service cannot be reached. Check your connection and try again.",
    });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as Reply;
  throw isRefusalBody(body)
    ? new Refusal(body, Number(response.headers.get("Retry-After")) || null)
    : new Refusal({
        code: "UNREADABLE",
        message: "The service gave an unreadable answer. Try again later.",
      });
}

const isRefusalBody = (
  body: unknown,
): body is {
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly Issue[];
} => typeof body === "object" && body !== null && "code" in body && "message" in body;
