import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withPort } from "../../tasks/free-port.mjs";
import { Failure, run } from "../../tasks/command.mjs";

/** @typedef {{ signUp: () => Promise<void>, signIn: () => Promise<void> }} Visit */

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;
const ADA = { email: "ada@example.com", password: "three green bicycles", name: "Ada" };

/**
 * Somebody who has an application of the README, and an account in it whose sessions they keep.
 * @param {{ folder: string, port: number, node?: string }} app `node` runs it: this one, unless another is named.
 */
export function createReader({ folder, port, node = process.execPath }) {
  const origin = `http://localhost:${port}`;
  const secret = randomBytes(32).toString("base64");
  const sessions = /** @type {string[]} */ ([]);

  /** @param {string} cookie */
  const statusOf = async (cookie) =>
    (await fetch(`${origin}/hello`, { headers: { Cookie: cookie } })).status;

  /** @param {string} path */
  async function open(path) {
    const answer = await fetch(origin + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(ADA),
    });
    if (!answer.ok) throw new Failure(`${path} answers ${answer.status}: ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    sessions.push(cookies.join("; "));
  }

  /** Starts the application, sees that every session is still one, does the work, and stops it. @param {(visit: Visit) => Promise<void>} work */
  async function visit(work) {
    const main = join(folder, "main.js");
    writeFileSync(main, withPort(readFileSync(main, "utf8"), port));
    const end = new AbortController();
    const env = { ...process.env, SERVICE_AUTH_SECRET: secret };
    const running = run(node, ["main.js"], {
      cwd: folder,
      env,
      quiet: true,
      until: end.signal,
    });
    try {
      await whenListening(running);
      for (const session of sessions)
        if ((await statusOf(session)) !== 200) throw new Failure("A session is lost.");
      await work({
        signUp: () => open("/api/auth/sign-up/email"),
        signIn: () => open("/api/auth/sign-in/email"),
      });
      if ((await statusOf(sessions.at(-1) ?? "")) !== 200)
        throw new Failure("The user who signed in is not signed in.");
    } finally {
      end.abort();
      await running;
    }
  }

  /** @param {Promise<{ output: string }>} running */
  async function whenListening(running) {
    const ended = running.then(({ output }) => new Failure(`The application ended:\n${output}`));
    for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
      const answered = statusOf("").catch(() => null);
      const outcome = await Promise.race([ended, answered]);
      if (outcome instanceof Failure) throw outcome;
      if (outcome === 401) return;
      await sleep(POLL_MS);
    }
    throw new Failure("The application does not listen.");
  }

  return { visit };
}
