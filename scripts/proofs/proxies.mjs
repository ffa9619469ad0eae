import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { buildServer, SERVER_ENTRY } from "../tasks/build.mjs";
import { Failure, mustRun, ROOT } from "../tasks/command.mjs";
import { until } from "../tasks/until.mjs";
import { installFromDebian } from "./debian.mjs";

/** @typedef {{ method?: string, body?: object, headers?: object }} Message */
/** @typedef {{ name: string, port: number, ca: string }} Proxy */

const HOST = "notes.example.com";
/**
 * The server, and a program that answers what a fetch handler sees of the client: the header that
 * `peerOf` reads.
 */
const [SERVER, FETCH] = [39_300, 39_301];
const [SERVER_SITES, FETCH_SITES] = [
  { nginx: 39_443, caddy: 39_444 },
  { nginx: 39_445, caddy: 39_446 },
];
/** Another IP address than that of the proxy, which is trusted. */
const CLIENT = "127.0.0.2";
const FORGED = "203.0.113.9";
/** The deadline of a body is 30 seconds. */
const STALL_PATIENCE_MS = 45_000;

/**
 * Runs the configurations of the guide in the real nginx and Caddy, in front of the server: client
 * address, cookies, a download, and a client that stalls.
 */
export async function proveProxies() {
  await installFromDebian("/usr/sbin/nginx", "nginx-light");
  await installFromDebian("/usr/bin/caddy", "caddy");
  await buildServer();
  const folder = mkdtempSync(join(tmpdir(), "proxies-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const fetchHost = createServer((asked, answer) => answer.end(asked.headers["x-real-ip"]));
  await once(fetchHost.listen(FETCH, "127.0.0.1"), "listening");
  const ca = await makeCertificate(folder);
  startAll(folder);
  for (const [name, port] of Object.entries(FETCH_SITES)) {
    const seen = async () => (await send({ name, port, ca }, "/")).body;
    const body = await until(`${name} serves`, seen);
    expect(body === CLIENT, `${name}: X-Real-IP is the client's, whatever it forges: "${body}"`);
  }
  for (const [name, port] of Object.entries(SERVER_SITES)) await proveProxy({ name, port, ca });
  return 0;
}

/** @param {string} folder */
async function makeCertificate(folder) {
  const command = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST} -keyout key.pem -out certificate.pem`;
  const [program = "", ...args] = command.split(" ");
  await mustRun(program, args, { cwd: folder });
  return readFileSync(join(folder, "certificate.pem"), "utf8");
}

/** The server and both proxies, which end with this process. @param {string} folder */
function startAll(folder) {
  const { PATH, HOME } = process.env;
  const serverEnv = {
    PATH,
    HOME,
    NODE_ENV: "development",
    HOST: "127.0.0.1",
    PORT: String(SERVER),
    SERVICE_AUTH_SECRET: "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=",
    SERVICE_AUTH_URL: `https://${HOST}`,
    APP_URL: "https://app.example.com",
    DATABASE_URL: `sqlite:${folder}/auth.db`,
    TRUST_PROXY: "127.0.0.1",
  };
  const proxyEnv = { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const certificate = { certificate: `${folder}/certificate.pem`, key: `${folder}/key.pem` };
  const servers = configurationsOf("nginx", (site, port) =>
    site
      .replace("listen 443 ssl;", `listen ${port} ssl;`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate.certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${certificate.key};`),
  );
  const sites = configurationsOf("caddy", (site, port) =>
    site.replace(
      `${HOST} {`,
      `https://${HOST}:${port} {\n\ttls ${certificate.certificate} ${certificate.key}`,
    ),
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const files = {
    "nginx.conf": `daemon off; pid ${folder}/nginx.pid; events {} http { access_log off; ${temporary}\n${servers}}\n`,
    Caddyfile: `{\n\tadmin off\n\tauto_https off\n}\n${sites}`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const caddy = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = ["ignore", "ignore", "inherit"];
  const children = [
    spawn(process.execPath, [SERVER_ENTRY], { cwd: folder, env: serverEnv, stdio }),
    spawn("nginx", ["-e", "stderr", "-c", join(folder, "nginx.conf")], { env: proxyEnv, stdio }),
    spawn("caddy", caddy, { env: proxyEnv, stdio }),
  ];
  process.prependListener("exit", () => children.forEach((child) => child.kill()));
}

/**
 * The configuration in the guide, once for each site.
 * @param {"nginx" | "caddy"} proxy
 * @param {(site: string, port: number) => string} adapt
 */
function configurationsOf(proxy, adapt) {
  const guide = readFileSync(join(ROOT, "docs/guide/deployment.md"), "utf8");
  const [, found] = new RegExp(`\`\`\`${proxy}[^\\n]*\\n([^]*?)\`\`\``).exec(guide) ?? [];
  if (!found) throw new Failure(`The guide shows no configuration in ${proxy}.`);
  const sites = [
    { port: SERVER_SITES[proxy], upstream: SERVER },
    { port: FETCH_SITES[proxy], upstream: FETCH },
  ];
  return sites
    .map(({ port, upstream }) =>
      adapt(found.replaceAll("127.0.0.1:3000", `127.0.0.1:${upstream}`), port),
    )
    .join("");
}

/**
 * A request through the proxy, of a client that pretends to be another.
 * @param {Proxy} proxy
 * @param {string} path
 * @param {Message} message
 */
const ask = ({ port, ca }, path, { method = "GET", body, headers }) =>
  request({
    host: "127.0.0.1",
    servername: HOST,
    localAddress: CLIENT,
    agent: false,
    port,
    ca,
    method,
    path,
    headers: {
      Host: HOST,
      "X-Forwarded-For": FORGED,
      "X-Real-IP": FORGED,
      ...(body && { "Content-Type": "application/json" }),
      ...headers,
    },
  });

/** @param {Proxy} proxy @param {string} path @param {Message} [message] */
async function send(proxy, path, message = {}) {
  const sent = ask(proxy, path, message);
  sent.end(message.body && JSON.stringify(message.body));
  const [reply] = await once(sent, "response");
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
}

/** @param {Proxy} proxy */
async function proveProxy(proxy) {
  const { name } = proxy;
  await until(`${name} serves`, async () => (await send(proxy, "/readyz")).status === 200);
  const stalled = isCutOff(proxy);
  const person = { email: `ada@${name}.example`, password: "correct horse battery", name: "Ada" };
  const post = (/** @type {string} */ path, /** @type {object} */ body, cookie = "") =>
    send(proxy, path, { method: "POST", body, headers: { Cookie: cookie } });
  await post("/api/auth/sign-up/email", person);
  const signedIn = await post("/api/auth/sign-in/email", person);
  const [setCookie = ""] = signedIn.headers["set-cookie"] ?? [];
  expect(signedIn.status === 200, `${name}: a person signs in (${signedIn.body})`);
  expect(/^__Host-.*; Secure/.test(setCookie), `${name}: the cookie is of https: ${setCookie}`);
  expect("strict-transport-security" in signedIn.headers, `${name}: HSTS is sent`);
  const cookie = setCookie.split(";")[0] ?? "";
  const headers = { Cookie: cookie };
  const sessions = await send(proxy, "/api/auth/list-sessions", { headers });
  expect(
    sessions.body.includes(`"${CLIENT}"`) && !sessions.body.includes(FORGED),
    `${name}: the client is known by its IP address, whatever it forges: ${sessions.body}`,
  );
  const asked = await post("/api/v1/me/export", {}, cookie);
  expect(asked.status === 202, `${name}: an export can be requested (${asked.body})`);
  const { requestId } = JSON.parse(asked.body);
  const link = await until(`${name}: the export is ready`, async () => {
    const { body } = await send(proxy, `/api/v1/me/export/${requestId}`, { headers });
    return new RegExp(`https://${HOST}(/api/v1/me/export/[^"]+)`).exec(body)?.[1];
  });
  const { status, body } = await send(proxy, link, { headers });
  expect(status === 200 && JSON.parse(body), `${name}: the export downloads whole (${status})`);
  expect(await stalled, `${name}: a client that stalls is cut off`);
  console.log(`${name}: client address, https cookies, export and deadlines hold.`);
}

/** Sends half a body and waits. @param {Proxy} proxy @returns {Promise<boolean>} */
async function isCutOff(proxy) {
  const message = { method: "POST", body: {}, headers: { "Content-Length": "50" } };
  const sent = ask(proxy, "/api/auth/sign-in/email", message);
  sent.write("{");
  const ended = new Promise((resolve) => {
    sent.once("response", () => resolve(true)).once("error", () => resolve(true));
  });
  const isCut = await Promise.race([ended, sleep(STALL_PATIENCE_MS, false)]);
  sent.destroy();
  return isCut === true;
}

/** @param {boolean} holds @param {string} what */
function expect(holds, what) {
  if (!holds) throw new Failure(`It does not hold: ${what}`);
}
