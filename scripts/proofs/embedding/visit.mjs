// What every application must do, whatever it is made of, as its users see it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 100;

/** The port that this application was given. */
export const PORT = readFileSync(new URL(".port", import.meta.url), "utf8");
export const SECRET = randomBytes(32).toString("base64");

/**
 * Sends JSON as a program that keeps cookies, and a form (`URLSearchParams`) as the browser that
 * shows a page of `formOrigin`. Returns how.
 */
export const createVisitor =
  (origin, cookies = new Map(), formOrigin = origin) =>
  async (path, body, method = body ? "POST" : "GET") => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: "manual",
      headers: {
        Accept: "text/html,*/*;q=0.8",
        Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...(body && (isForm ? { Origin: formOrigin } : { "Content-Type": "application/json" })),
      },
      body: body && (isForm ? body : JSON.stringify(body)),
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

/**
 * The ready pages lead a visitor of a guarded page to the sign-in, and back with a mailed code.
 * `base`: the path below which they are mounted. `printed` returns the mails.
 */
export async function provePages(origin, { base, guarded, printed }) {
  const email = "lin@example.com";
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  const submit = async (page, action, fields) => {
    const hidden = hiddenFields(await (await visit(page)).text(), base + action);
    return visit(base + action, new URLSearchParams({ ...hidden, ...fields }));
  };
  const leads = async (answer, path) => {
    const { status, headers } = await answer;
    assert.ok(status === 302 || status === 303 || status === 307, `${status}, not to ${path}`);
    assert.equal(new URL(headers.get("Location"), origin).href, origin + path);
  };
  const signIn = `${base}/sign-in?next=${encodeURIComponent(guarded)}`;
  await leads(visit(base || "/"), `${base}/sign-in`);
  await leads(visit(guarded), signIn);
  const page = await (await visit(signIn)).text();
  assert.match(page, /<h1[^>]*>Sign in or create an account</);
  const [, style] = /href="([^"]*\.css)"/.exec(page);
  assert.match((await visit(style)).headers.get("Content-Type"), /^text\/css/);

  await leads(submit(signIn, "/sign-in", { email }), `${base}/sign-in/code`);
  const code = await mailedCode(printed, email);
  await leads(submit(`${base}/sign-in/code`, "/sign-in/code", { code }), `${base}/welcome`);
  const chosen = { name: "Lin", choice: "later" };
  await leads(submit(`${base}/welcome`, "/welcome", chosen), guarded);
  assert.match(await (await visit(guarded)).text(), /Your notes/);
  assert.match(await (await visit(`${base}/account`)).text(), /value="Lin"/);

  const elsewhere = createVisitor(origin, new Map(cookies), "https://elsewhere.example");
  const forged = await elsewhere(`${base}/sign-out`, new URLSearchParams({}));
  assert.equal(forged.status, 403);
  assert.equal((await visit(guarded)).status, 200);
  await leads(submit(`${base}/sign-out`, "/sign-out", {}), `${base}/sign-in`);
  await leads(visit(guarded), signIn);
}

/** The hidden fields of the form of a page that goes to a path. */
function hiddenFields(page, action) {
  const [, form] = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, "s").exec(page);
  const fields = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

async function mailedCode(printed, email) {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
    const [, code] = new RegExp(`${email}: .*\\b(\\d{6})\\b`).exec(printed()) ?? [];
    if (code) return code;
    await sleep(POLL_MS);
  }
  throw new Error(`no code was mailed to ${email}`);
}

/**
 * Starts a program, waits until it answers, and stops it behind the work, which gets what returns
 * all that the program has printed, and what stops it earlier and resolves with how it ended.
 */
export async function whileRunning(args, work, { program = process.execPath, env = {} } = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, SERVICE_AUTH_SECRET: SECRET, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
    process.stdout.write(text);
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
    const stop = () => {
      child.kill();
      return ended;
    };
    await work(`http://localhost:${PORT}`, () => printed, stop);
  } finally {
    child.kill();
    await ended;
  }
}
