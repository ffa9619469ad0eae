import assert from "node:assert/strict";
import { once } from "node:events";
import { after, it } from "node:test";
import { Worker } from "node:worker_threads";
import { startPostgres } from "@acme/auth-testing/postgres";
import pg from "pg";
import { behind, cronCall, network, requestOf, startMailService } from "./around.mjs";
import { createVisitor, PORT, provePages, proveSessions, SECRET, signUp } from "./visit.mjs";

/** The functions that the program of Vercel has built, with what it has put beside them. */
const built = (name) => `./.vercel/output/functions/api/${name}.func`;
const CRON_SECRET = "a secret of at least 32 characters";
const origin = `http://localhost:${PORT}`;
const cluster = await startPostgres();
const service = await startMailService();
Object.assign(process.env, {
  DATABASE_URL: await cluster.createDatabase(),
  SERVICE_AUTH_URL: origin,
  SERVICE_AUTH_SECRET: SECRET,
  MAIL_API_URL: service.url,
  MAIL_API_KEY: "key",
  CRON_SECRET,
});
// The step of the build is a process of its own.
await once(new Worker(new URL("dist/src/migrate.js", import.meta.url)), "exit");
const index = (await import(`${built("index")}/api/index.js`)).default.fetch;
const { GET: settle } = await import(`${built("settle")}/api/settle.js`);
const server = network(origin, { index, settle }).listen(Number(PORT));
await once(server, "listening");
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
const printed = () =>
  service.mails.map(({ to, text }) => `${to}: ${text.replaceAll("\n", " ")}`).join("\n");

after(async () => {
  await Promise.all(behind);
  server.closeAllConnections();
  server.close();
  service.server.close();
  await pool.end();
  for (const name of ["index", "settle"])
    await (await import(`${built(name)}/src/store.js`)).store.close();
  await cluster.stop();
});

it("signs up and out, and keeps where a client is, whatever the client says", async () => {
  await proveSessions(origin, "/hello");
  await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Real-IP": "192.0.2.1" },
    body: JSON.stringify({ email: "tim@example.com", password: "three green bicycles" }),
  });
  const { rows } = await pool.query("select distinct ip_address from auth_session");
  assert.deepEqual(rows, [{ ip_address: "203.0.113.7" }]);
});

it("has the pages, whose codes are mailed behind the answer", () =>
  provePages(origin, { base: "/auth", guarded: "/notes", printed }));

it("sends the answer first", async () => {
  const before = behind.length;
  const answered = await index(new Request(`${origin}/hello`));
  assert.equal(answered.status, 401);
  assert.equal(behind.length, before + 1);
  assert.equal(typeof (await behind.at(-1)), "number");
});

it("writes down behind the answer that a session is in use", async () => {
  const visit = createVisitor(origin);
  await signUp(visit, "use@example.com");
  await pool.query("update auth_session set last_seen_at = last_seen_at - interval '1 day'");
  assert.equal((await visit("/hello")).status, 200);
  await Promise.all(behind);
  const { rows } = await pool.query(
    "select 1 from auth_session where last_seen_at > now() - interval '1 hour'",
  );
  assert.equal(rows.length, 1);
});

it("removes what has expired when the schedule calls, which alone knows the secret", async () => {
  await Promise.all(behind);
  await pool.query("update auth_session set expires_at = now() - interval '100 days'");
  const left = async () => (await pool.query("select 1 from auth_session")).rowCount;
  assert.notEqual(await left(), 0);
  const forged = requestOf("cron", { url: `${origin}/api/settle` });
  for (const request of [forged, cronCall(origin, "another")])
    assert.equal((await settle(request)).status, 401);
  assert.notEqual(await left(), 0);
  assert.equal((await settle(cronCall(origin, CRON_SECRET))).status, 204);
  assert.equal(await left(), 0);
});
