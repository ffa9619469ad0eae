import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createAuth, Secret } from "@acme/auth-core";
import { createSite } from "@acme/auth-fetch";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { startPostgres, startPostgresProxy } from "@acme/auth-testing/postgres";
import { webhooks } from "@acme/auth-webhooks";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import pg from "pg";
import {
  createVisitor,
  PORT,
  provePages,
  proveSessions,
  SECRET,
  signUp,
  whileRunning,
} from "./visit.mjs";

const url = `http://localhost:${PORT}`;
/** What a mail API and a receiver of webhooks have got. */
const got = { mails: "", hooks: [] };
let cluster, proxy, receiver, database, pool, machine;

/** Who asks on a machine. */
const CLIENT = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

/** The same system on a machine: it does none of the work that is due. */
function openOnMachine() {
  const store = createPostgresStore(pool, { features: [webhookTables] });
  const { links } = createSite({ serviceUrl: url, pages: "/auth", homeUrl: url });
  const mailer = { deliver: () => Promise.reject(new Error("the Worker delivers")) };
  const features = [webhooks({ allowedNetworks: ["127.0.0.1"] })];
  return createAuth({ store, mailer, links, secret: SECRET, features });
}

function receive(request, response) {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    if (request.url === "/mails") {
      const { to, subject, text } = JSON.parse(body);
      got.mails += `${to}: ${subject}\n${text}\n`.replaceAll("\n", " ") + "\n";
    } else got.hooks.push({ headers: request.headers, body });
    response.writeHead(202).end();
  });
}

const until = async (found) => {
  for (let waited = 0; waited < 60_000; waited += 100) {
    const value = found();
    if (value) return value;
    await sleep(100);
  }
  throw new Error(`never: ${found}`);
};

before(async () => {
  cluster = await startPostgres();
  // workerd has no Unix sockets, and Wrangler wants a password, which this database does not ask for.
  proxy = await startPostgresProxy(await cluster.createDatabase());
  const address = new URL(proxy.url);
  address.password ||= "none";
  database = address.href;
  pool = new pg.Pool({ connectionString: database, max: 2 });
  receiver = createServer(receive).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  await promisify(execFile)(process.execPath, ["migrate.mjs"], {
    env: { ...process.env, DATABASE_URL: database },
  });
  machine = openOnMachine();
  const variables = {
    SERVICE_URL: url,
    SERVICE_AUTH_SECRET: SECRET,
    MAIL_API: `http://127.0.0.1:${receiver.address().port}/mails`,
    MAIL_API_TOKEN: "token",
    WEBHOOK_NETWORKS: "127.0.0.1",
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}="${value}"`);
  writeFileSync(".dev.vars", lines.join("\n"));
});
after(async () => {
  receiver.close();
  await pool.end();
  await proxy.stop();
  await cluster.stop();
});

/** What the Worker logs as an error stands on standard error. */
const WRANGLER = `exec "$NODE" node_modules/wrangler/bin/wrangler.js dev --local --port ${PORT} 2>&1`;
const running = (work) =>
  whileRunning(["-c", WRANGLER], work, {
    program: "/bin/sh",
    env: {
      NODE: process.execPath,
      CI: "1",
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING_HYPERDRIVE: database,
    },
  });

const hashOf = async (email) => {
  const { rows } = await pool.query(
    "select hash from auth_user join auth_password on user_id = id where email = $1",
    [email],
  );
  return rows[0]?.hash;
};
const signIn = (email) =>
  createVisitor(url)("/api/auth/sign-in/email", { email, password: "three green bicycles" });

it("runs under workerd as the page shows it", async () => {
  const hook = await machine.webhooks.add({
    url: `http://127.0.0.1:${receiver.address().port}/hooks`,
  });
  await running(async (origin, printed) => {
    await proveSessions(origin, "/api/v1/notes");
    assert.match(await hashOf("ada@example.com"), /^\$scrypt\$ln=15,r=8,p=3\$/);
    assert.equal((await signIn("ada@example.com")).status, 200);
    assert.equal((await signIn("nobody@example.com")).status, 401);

    await provePages(origin, { base: "/auth", guarded: "/notes", printed: () => got.mails });
    await proveWebhook(hook.secret.reveal());
    await proveSchedule(origin);
    await proveOldHash(printed);
    await proveManyAtOnce();
  });
  await proveOnMachine();
});

/** The webhook of the sign-up, signed by Standard Webhooks. */
async function proveWebhook(secret) {
  const { headers, body } = await until(() =>
    got.hooks.find((each) => each.body.includes("user.created")),
  );
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const signature = createHmac("sha256", key).update(content).digest("base64");
  assert.equal(headers["webhook-signature"], `v1,${signature}`);
  assert.equal(headers["user-agent"], "acme-auth-webhooks");
}

/** A mail that a machine has enqueued leaves with the next run of the schedule, and not before. */
async function proveSchedule(origin) {
  const email = "grace@example.com";
  // What earlier requests have left to do is over.
  await sleep(22_000);
  await machine.emailOtp.send(email, "sign-in", CLIENT);
  await sleep(2_000);
  assert.doesNotMatch(got.mails, new RegExp(email));
  assert.equal((await fetch(`${origin}/cdn-cgi/handler/scheduled`)).status, 200);
  assert.match(got.mails, new RegExp(`${email}: .*\\d{6}`));
}

/** A hash of argon2id is refused like a wrong password, and the log says why. */
async function proveOldHash(printed) {
  const email = "old@example.com";
  await signUp(createVisitor(url), email);
  const { hash } = await import("@node-rs/argon2");
  await pool.query(
    "update auth_password set hash = $1 where user_id = (select id from auth_user where email = $2)",
    [await hash("three green bicycles"), email],
  );
  const [old, nobody] = [await signIn(email), await signIn("nobody@example.com")];
  assert.deepEqual([old.status, await old.text()], [nobody.status, await nobody.text()]);
  await until(() => printed().includes("password_hash_unsupported"));
}

/** Requests share no connection. */
async function proveManyAtOnce() {
  const visit = createVisitor(url);
  await signUp(visit, "many@example.com");
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await visit("/api/v1/notes")).status),
  );
  assert.deepEqual(new Set(statuses), new Set([200]));
  await sleep(12_000);
  const { rows } = await pool.query(
    "select count(*)::int as open from pg_stat_activity where datname = current_database()",
  );
  assert.ok(rows[0].open <= 4, `${rows[0].open} connections are left`);
}

/** A machine knows the hashes of the Worker, and replaces them. */
async function proveOnMachine() {
  const email = "ada@example.com";
  const password = new Secret("three green bicycles");
  await machine.passwords.signIn({ email, password, redirectTo: null }, CLIENT);
  assert.match(await hashOf(email), /^\$argon2id\$/);
}
