import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, checkSession, requestCode, signIn, signOut } from "./client.js";
import type { ServerProcess } from "./server-process.js";

/** What one server process answered. */
export interface Tally {
  requests: number;
  /** Answered 503 `UNAVAILABLE`, or cut off. */
  failed: number;
  /**
   * When it last failed, and first answered 200 afterwards, in milliseconds of `performance.now`.
   */
  lastFailure: number | null;
  recovered: number | null;
}

/** What clients were told, which must be so afterwards. */
export interface Promised {
  /** Cookies of sessions whose sign-in was answered, with the address of each. */
  readonly live: Map<string, string>;
  /** Cookies of sessions whose end was answered. */
  readonly ended: Set<string>;
  /** Addresses that have signed in, each once. */
  readonly users: Set<string>;
  /** Answers that are neither right nor a clean failure. */
  readonly wrong: string[];
}

interface Load {
  readonly servers: readonly ServerProcess[];
  readonly tallies: readonly Tally[];
  readonly promised: Promised;
  readonly stopping: () => boolean;
}

const EVERY_SESSION = 3;

export function createLoad(servers: readonly ServerProcess[], stopping: () => boolean): Load {
  return {
    servers,
    tallies: servers.map(() => ({ requests: 0, failed: 0, lastFailure: null, recovered: null })),
    promised: { live: new Map(), ended: new Set(), users: new Set(), wrong: [] },
    stopping,
  };
}

const isCleanFailure = ({ status, code }: Answer): boolean =>
  status === 503 && code === "UNAVAILABLE";

/**
 * Counts an answer; true when it is the expected one. Anything but that and a clean failure is
 * wrong.
 */
function count(
  { tallies, promised }: Load,
  index: number,
  { what, answer, expected }: { what: string; answer: Answer; expected: number },
): boolean {
  const tally = tallies[index]!;
  tally.requests++;
  if (answer.status === expected) {
    if (tally.lastFailure !== null) tally.recovered ??= performance.now();
    return true;
  }
  if (isCleanFailure(answer)) {
    tally.failed++;
    tally.lastFailure = performance.now();
    tally.recovered = null;
  } else promised.wrong.push(`${what}: ${answer.status} ${answer.code ?? ""}`);
  return false;
}

async function codeFor({ servers, stopping }: Load, email: string): Promise<string | null> {
  while (!stopping()) {
    for (const { codes } of servers) if (codes.has(email)) return codes.get(email)!;
    await sleep(20);
  }
  return null;
}

/**
 * One client of one process: signs in as a new user again and again, checks the session at every
 * process, and ends every third one. What fails cleanly is given up; a sign-in or an end that
 * failed may have come to pass or not, and is never asked about.
 */
export async function runClient(load: Load, client: number): Promise<void> {
  const { servers, promised, stopping } = load;
  const index = client % servers.length;
  const { url } = servers[index]!;
  for (let cycle = 0; !stopping(); cycle++) {
    const email = `person${client}-${cycle}@example.com`;
    const asked = await requestCode(url, email);
    if (!count(load, index, { what: "request", answer: asked, expected: 200 })) {
      await sleep(20);
      continue;
    }
    const otp = await codeFor(load, email);
    if (otp === null) return;
    const signedIn = await signIn(url, email, otp);
    if (!count(load, index, { what: "sign-in", answer: signedIn, expected: 200 })) continue;
    promised.users.add(email);
    const cookie = signedIn.cookie!;
    const ends = cycle % EVERY_SESSION === 0;
    if (ends) {
      const answer = await signOut(url, cookie);
      if (!count(load, index, { what: "sign-out", answer, expected: 200 })) continue;
      promised.ended.add(cookie);
    } else promised.live.set(cookie, email);
    for (const [at, server] of servers.entries()) {
      const answer = await checkSession(server.url, cookie);
      count(load, at, { what: "check", answer, expected: ends ? 401 : 200 });
    }
  }
}
