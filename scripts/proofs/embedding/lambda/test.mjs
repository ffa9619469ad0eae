import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, it } from "node:test";
import { Worker } from "node:worker_threads";
import { startPostgres } from "@acme/auth-testing/postgres";
import pg from "pg";
import { eventOf, gateway, recorded, startServices } from "./aws.mjs";
import { createVisitor, PORT, provePages, proveSessions, SECRET, signUp } from "./visit.mjs";

const origin = `http://localhost:${PORT}`;
/** Whether the calls of the first function are lost. */
let isHeld = false;
const cluster = await startPostgres();
const services = await startServices((event) => isHeld || settling.postMessage(event));
Object.assign(process.env, {
  DATABASE_URL: await cluster.createDatabase(),
  SERVICE_AUTH_URL: origin,
  SERVICE_AUTH_SECRET: SECRET,
  MAIL_API_URL: `${services.url}/mails`,
  MAIL_API_KEY: "key",
  SETTLE_FUNCTION: "notes-settle",
  AWS_ENDPOINT_URL_LAMBDA: services.url,
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "none",
  AWS_SECRET_ACCESS_KEY: "none",
});
// The step of the deployment is a process of its own.
await once(new Worker(new URL("dist/src/migrate.js", import.meta.url)), "exit");
const settling = new Worker(new URL("settle-process.mjs", import.meta.url));
const { handler } = await import("./dist/src/http.js");
const { store } = await import("./dist/src/store.js");
const { requestOf } = await import("./dist/src/events.js");
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });

let server;
const serve = async (name) => {
  server = gateway(name, handler).listen(Number(PORT));
  await once(server, "listening");
};
const stop = async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
};
const printed = () =>
  services.mails.map(({ to, text }) => `${to}: ${text.replaceAll("\n", " ")}`).join("\n");

before(() => serve("http-api"));
after(async () => {
  await stop();
  settling.postMessage("end");
  await once(settling, "exit");
  services.server.close();
  await Promise.all([store.close(), pool.end()]);
  await cluster.stop();
});

it("reads an event with a stage, cookies, repeated names and a list in a header", () => {
  const { url, headers } = requestOf(recorded("http-api"));
  assert.equal(url, "https://notes.example.com/hello?tag=one&tag=two&text=a%20b");
  assert.equal(headers.get("cookie"), "theme=dark; other=1");
  assert.equal(headers.get("accept-language"), "de,en;q=0.8");
  const odd = { ...recorded("function-url"), rawPath: "//elsewhere.example/a?b#c" };
  const { host, pathname } = new URL(requestOf(odd).url);
  assert.match(host, /\.on\.aws$/);
  assert.equal(pathname, "//elsewhere.example/a%3Fb%23c");
});

it("answers what cannot be a request by 400, and leaves the body of a GET out", async () => {
  const statusOf = async (method, headers = {}, body = "") => {
    const request = { method, url: "/hello", headers, body: Buffer.from(body) };
    return (await handler(eventOf("http-api", request))).statusCode;
  };
  assert.equal(await statusOf("TRACE"), 400);
  assert.equal(await statusOf("GET", { "x-name": "\u0141" }), 400);
  assert.equal(await statusOf("GET", {}, "body"), 401);
  assert.equal(await statusOf("HEAD", {}, "body"), 401);
});

it("signs up and out behind an HTTP API, and keeps where a client is", async () => {
  await proveSessions(origin, "/hello");
  await signUp(createVisitor(origin), "tim@example.com");
  const { rows } = await pool.query("select distinct ip_address from auth_session");
  assert.deepEqual(rows, [{ ip_address: "203.0.113.7" }]);
});

it("has the pages, whose codes the second function mails at once", () =>
  provePages(origin, { base: "/auth", guarded: "/notes", printed }));

it("calls the second function for what writes, known or not, and not for refusals", async () => {
  const visit = createVisitor(origin);
  const callsOf = async (...request) => {
    const before = services.calls.length;
    await visit(...request);
    return services.calls.slice(before);
  };
  assert.deepEqual(await callsOf("/hello"), []);
  for (const email of ["ada@example.com", "nobody@example.com"])
    assert.deepEqual(await callsOf("/api/auth/request-password-reset", { email }), [
      "notes-settle Event",
    ]);
  const wrong = { email: "nobody@example.com", password: "wrong bicycles" };
  assert.deepEqual(await callsOf("/api/auth/sign-in/email", wrong), []);
});

it("writes down that a session is in use, before the process is frozen", async () => {
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  await signUp(visit, "use@example.com");
  await pool.query("update auth_session set last_seen_at = last_seen_at - interval '1 day'");
  const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const request = { method: "GET", url: "/hello", headers: { cookie }, body: Buffer.alloc(0) };
  const { statusCode } = await handler(eventOf("http-api", request));
  assert.equal(statusCode, 200);
  const { rows } = await pool.query(
    "select 1 from auth_session where last_seen_at > now() - interval '1 hour'",
  );
  assert.equal(rows.length, 1);
});

it("does the same behind a function URL", async () => {
  await stop();
  await serve("function-url");
  const visit = createVisitor(origin);
  await signUp(visit, "url@example.com");
  assert.match(await (await visit("/hello")).text(), /url@example\.com/);
});

it("delivers what is left when the schedule calls", async () => {
  isHeld = true;
  const email = "late@example.com";
  const otp = { email, type: "sign-in" };
  const visit = createVisitor(origin);
  assert.equal((await visit("/api/auth/email-otp/send-verification-otp", otp)).status, 200);
  assert.ok(!printed().includes(email));
  settling.postMessage(recorded("schedule"));
  for (;;) {
    const [event] = await once(settling, "message");
    if (event["detail-type"] === "Scheduled Event") break;
  }
  assert.match(printed(), /late@example\.com: .*\b\d{6}\b/);
});
