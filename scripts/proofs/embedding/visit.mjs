// What every application must do, whatever it is made of, as its users see it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** The port that this application was given. */
export const PORT = readFileSync(new URL(".port", import.meta.url), "utf8");
export const SECRET = randomBytes(32).toString("base64");

/** Sends JSON, as a program that keeps cookies. Returns how. */
export const createVisitor =
  (origin, cookies = new Map()) =>
  async (path, body, method = body ? "POST" : "GET") => {
    const response = await fetch(origin + path, {
      method,
      redirect: "manual",
      headers: {
        Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...(body && { "Content-Type": "application/json" }),
      },
      body: body && JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

export const signUp = (visit, email) =>
  visit("/api/auth/sign-up/email", { email, password: "three green bicycles", name: "Ada" });

/** Signs up, uses a guarded route, and is signed out on the very next request. */
export async function proveSessions(origin, guarded) {
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  assert.equal((await visit(guarded)).status, 401);
  assert.equal((await signUp(visit, "ada@example.com")).status, 200);
  const answer = await visit(guarded);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /ada@example\.com/);
  assert.match(await (await visit("/api/v1/auth/me")).text(), /ada@example\.com/);
  const thief = createVisitor(origin, new Map(cookies));
  assert.equal((await visit("/api/auth/sign-out", {})).status, 200);
  assert.equal((await visit(guarded)).status, 401);
  assert.equal((await thief(guarded)).status, 401);
  assert.equal((await visit("/api/auth/nothing")).status, 404);
}

/** Starts a program, waits until it answers, and stops it behind the work. */
export async function whileRunning(args, work, { program = process.execPath, env = {} } = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, SERVICE_AUTH_SECRET: SECRET, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    for (let waited = 0; ; waited += POLL_MS) {
      if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
      if (waited > START_TIMEOUT_MS) throw new Error("nothing listens");
      const up = await fetch(`http://localhost:${PORT}/`).then(
        () => true,
        () => false,
      );
      if (up) break;
      await sleep(POLL_MS);
    }
    await work(`http://localhost:${PORT}`);
  } finally {
    child.kill();
    await ended;
  }
}
