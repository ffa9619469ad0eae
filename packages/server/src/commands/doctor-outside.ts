import { type Diagnosis, ok, problem, reasonOf, warning } from "./diagnosis.js";
import { checkDocumentsAt } from "./doctor-well-known.js";

const TIMEOUT_MS = 10_000;
const FOREIGN_ORIGIN = "https://stranger.invalid";
const SESSION_PATH = "/api/auth/get-session";

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Check = (at: URL) => Promise<readonly Diagnosis[]>;

/** Asks a running deployment what any stranger may ask, and changes nothing there. */
export async function checkOutside(url: URL): Promise<readonly Diagnosis[]> {
  const at = new URL(url.origin);
  const checks: readonly (readonly [string, Check])[] = [
    ["health", checkHealth],
    ["headers", checkHeaders],
    ["errors", checkErrors],
    ["cors", checkCors],
    ["redirects", checkRedirects],
    ["well-known", checkDocumentsAt],
  ];
  const diagnoses: Diagnosis[] = [];
  for (const [name, check] of checks) {
    try {
      diagnoses.push(...(await check(at)));
    } catch (thrown) {
      const advice = "Look whether it runs, and at DNS, TLS and the proxy in front.";
      diagnoses.push(problem(name, reasonOf(thrown), advice));
      if (name === "health") break;
    }
  }
  return diagnoses;
}

async function ask(at: URL, path: string, init: RequestInit = {}): Promise<Seen> {
  const response = await fetch(new URL(path, at), {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...init,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function checkHealth(at: URL): Promise<readonly Diagnosis[]> {
  const [alive, ready] = [await ask(at, "/healthz"), await ask(at, "/readyz")];
  if (alive.status !== 200)
    return [
      problem(
        "health",
        `/healthz answers ${alive.status}`,
        "Look whether this is the URL of the service, and at the proxy in front.",
      ),
    ];
  return [
    ready.status === 200
      ? ok("health", "it runs and is ready")
      : problem("health", `/readyz answers ${ready.status}`, "Run auth-server doctor beside it."),
  ];
}

/** Headers that every answer has, and what each must hold. */
const HEADERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["cache-control", /no-store/],
  ["x-content-type-options", /^nosniff$/],
  ["referrer-policy", /^no-referrer$/],
  ["content-security-policy", /default-src 'none'.*frame-ancestors 'none'/],
  ["x-request-id", /./],
];

async function checkHeaders(at: URL): Promise<readonly Diagnosis[]> {
  const { headers } = await ask(at, SESSION_PATH);
  const expected =
    at.protocol === "https:"
      ? [...HEADERS, ["strict-transport-security", /max-age=[1-9]/] as const]
      : HEADERS;
  const lost = expected.filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ""));
  const told = ["x-powered-by", "etag"].filter((name) => headers.has(name));
  const advice = "The proxy in front changes answers. Let it pass them on as they are.";
  const found = [
    ...lost.map(([name]) => problem("headers", `${name} is missing or changed`, advice)),
    ...told.map((name) => warning("headers", `${name} is added`, advice)),
    ...cookieFaults(headers, at).map((text) => problem("cookies", text, advice)),
  ];
  return found.length > 0 ? found : [ok("headers", "they arrive as they are sent")];
}

/**
 * A stranger's request sets no session; whatever is set must be out of reach of scripts and other
 * sites.
 */
const cookieFaults = (headers: Headers, at: URL): readonly string[] =>
  headers.getSetCookie().flatMap((cookie) => {
    const name = cookie.split("=", 1)[0] ?? "";
    const wanted = ["httponly", "samesite", ...(at.protocol === "https:" ? ["secure"] : [])];
    return wanted
      .filter((attribute) => !cookie.toLowerCase().includes(`; ${attribute}`))
      .map((attribute) => `the cookie ${name} lacks ${attribute}`);
  });

async function checkErrors(at: URL): Promise<readonly Diagnosis[]> {
  const [unknown, signedOut] = [
    await ask(at, "/api/auth/doctor-asks-for-what-is-not-there"),
    await ask(at, "/api/v1/auth/me"),
  ];
  const limited = [unknown, signedOut].find(({ status }) => status === 429);
  if (limited) return [limitedDiagnosis(limited)];
  const advice = "Another program answers there, or the proxy replaces bodies of errors.";
  return [
    isRefusal(unknown, 404, "NOT_FOUND") && isRefusal(signedOut, 401, "UNAUTHORIZED")
      ? ok("errors", "they say a code and a message, and nothing more")
      : problem("errors", "they are not those of this service", advice),
  ];
}

/** Says in its headers when to come back. */
const limitedDiagnosis = ({ headers }: Seen): Diagnosis =>
  ["retry-after", "ratelimit", "ratelimit-policy"].every((name) => headers.has(name))
    ? warning("limiter", "this machine is over its limit", "Wait for a minute, then ask again.")
    : problem(
        "limiter",
        "a refusal for too many requests lacks its headers",
        "The proxy in front limits by itself, or drops headers.",
      );

function isRefusal({ status, text }: Seen, expected: number, code: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return (
      status === expected &&
      typeof body === "object" &&
      body !== null &&
      Object.keys(body).toSorted().join() === "code,message" &&
      "code" in body &&
      body.code === code
    );
  } catch {
    return false;
  }
}

async function checkCors(at: URL): Promise<readonly Diagnosis[]> {
  const simple = await ask(at, SESSION_PATH, { headers: { origin: FOREIGN_ORIGIN } });
  const preflight = await ask(at, "/api/auth/sign-out", {
    method: "OPTIONS",
    headers: { origin: FOREIGN_ORIGIN, "access-control-request-method": "POST" },
  });
  const open = [simple, preflight].some(({ headers }) =>
    [FOREIGN_ORIGIN, "*"].includes(headers.get("access-control-allow-origin") ?? ""),
  );
  return [
    open
      ? problem(
          "cors",
          "a foreign origin may read answers",
          "Remove the CORS headers that the proxy in front adds.",
        )
      : ok("cors", "foreign origins are not allowed"),
  ];
}

/** No user should be able to send a password over http by accident. */
async function checkRedirects(at: URL): Promise<readonly Diagnosis[]> {
  if (at.protocol !== "https:")
    return [
      warning("redirects", "it is asked over http", "Use https, except for this machine itself."),
    ];
  const plain = new URL(at);
  plain.protocol = "http:";
  plain.port = "";
  const answer = await ask(plain, "/healthz").catch(() => null);
  if (answer === null) return [ok("redirects", "nothing answers over http")];
  const leadsToHttps =
    answer.status >= 300 &&
    answer.status < 400 &&
    (answer.headers.get("location") ?? "").startsWith("https://");
  return [
    leadsToHttps
      ? ok("redirects", "http leads to https")
      : problem(
          "redirects",
          `http is answered with ${answer.status}`,
          "Let the proxy redirect http to https, or close the port.",
        ),
  ];
}
