import {
  type AuthCall,
  type AuthClient,
  AuthClientError,
  createAuthCall,
  createAuthClient,
} from "@acme/auth-client";
import { type Balancer, CutRequest } from "./balancer.js";
import type { Factors } from "./factors.js";
import type { Mailbox } from "./mailbox.js";

/** Where the service says it is; every request goes to the balancer. */
export const SERVICE_URL = "http://localhost:3000";

/** What clients were told, which must be so afterwards, and what was not so. */
export interface Promised {
  /** Cookies of live sessions, with the email address of each. */
  readonly live: Map<string, string>;
  /** Cookies of sessions that were ended. */
  readonly ended: Set<string>;
  readonly lives: { begun: number; cut: number; cutRequests: number };
  readonly wrong: string[];
}

export interface World {
  readonly balancer: Balancer;
  readonly mailbox: Mailbox;
  readonly promised: Promised;
  readonly factors: Factors;
}

/** A request was in flight on a process that was killed: its user starts again. */
export class CutLife extends Error {}

/** Somebody with a browser. */
export interface Visitor {
  readonly client: AuthClient;
  /** Calls what belongs to a feature. */
  readonly call: AuthCall;
  readonly cookies: Map<string, string>;
}

/** Each address of a network of its own: limits count by network. */
let addresses = 0;
const nextAddress = (): string => {
  const number = addresses++;
  return `100.${64 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
};

function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
}

/** Throws `CutLife` where the request may fail, and otherwise notes that it must not. */
function judge({ promised }: World, what: string, thrown: unknown): never {
  if (thrown instanceof CutRequest && thrown.isKilled) {
    promised.lives.cutRequests++;
    throw new CutLife(what);
  }
  promised.wrong.push(`${what}: ${String(thrown)}`);
  throw thrown;
}

export function createVisitor(world: World): Visitor {
  const cookies = new Map<string, string>();
  const address = nextAddress();

  const send: typeof fetch = async (input, { method = "GET", headers = {}, body } = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const path = pathname + search;
    const answer = await world.balancer
      .forward({
        method,
        path,
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          origin: SERVICE_URL,
          "x-forwarded-for": address,
          ...(cookie && { cookie }),
        },
        body: typeof body === "string" ? body : "",
      })
      .catch((thrown: unknown) => judge(world, `${method} ${pathname}`, thrown));
    if (answer.status >= 500)
      world.promised.wrong.push(`${method} ${pathname}: ${answer.status} ${answer.body}`);
    keepCookies(cookies, answer.headers["set-cookie"] ?? []);
    const kept = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.body || null, { status: answer.status, headers: kept });
  };
  const options = { baseUrl: SERVICE_URL, fetch: send };
  return { cookies, client: createAuthClient(options), call: createAuthCall(options) };
}

/** Whether a call failed because of a process that was killed. */
export const isCut = (thrown: unknown): boolean =>
  thrown instanceof CutLife || (thrown instanceof AuthClientError && isCut(thrown.cause));
