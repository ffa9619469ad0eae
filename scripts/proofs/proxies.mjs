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
import { installFromDebian } from "./debian.mjs";

/** @typedef {{ status: number | undefined, headers: import("node:http").IncomingHttpHeaders, body: string }} Reply */
/** @typedef {{ method?: string, body?: object, cookie?: string }} Message */
/** @typedef {{ name: string, port: number, ca: string }} Proxy */
/** @typedef {{ port: number, upstream: number }} Site */
/** @typedef {"nginx" | "caddy"} ProxyName */

const HOST = "notes.example.com";
const UPSTREAM = 39_300;
/** Behind it stands what a fetch handler sees of the client: the header that `peerOf` reads. */
const FETCH_UPSTREAM = 39_301;
const PORTS = { nginx: 39_443, caddy: 39_444 };
const FETCH_PORTS = { nginx: 39_445, caddy: 39_446 };
/** Another IP address than that of the proxy, which is trusted. */
const CLIENT = "127.0.0.2";
const FORGED = "203.0.113.9";
const PATIENCE_MS = 20_000;
/** The deadline of a body is 30 seconds. */
const STALL_PATIENCE_MS = 45_000;

/** Runs the configurations of the guide in the real nginx and Caddy, in front of the server: client address, cookies, a download, and a client that stalls. */
export async function proveProxies() {
  await installFromDebian("/usr/sbin/nginx", "nginx-light");
  await installFromDebian("/usr/bin/caddy", "caddy");
  await buildServer();
  const folder = mkdtempSync(join(tmpdir(), "proxies-"));
  const started = /** @type {import("node:child_process").ChildProcess[]} */ ([]);
  const fetchHost = createServer((asked, answer) => answer.end(asked.headers["x-real-ip"]));
  try {
    await once(fetchHost.listen(FETCH_UPSTREAM, "127.0.0.1"), "listening");
    const ca = await makeCertificate(folder);
    const nginx = ["-e", "stderr", "-c", writeNginx(folder)];
    const caddy = ["run", "--adapter", "caddyfile", "--config", writeCaddy(folder)];
    started.push(startServer(folder), start("nginx", nginx, folder), start("caddy", caddy, folder));
    for (const [name, port] of Object.entries(FETCH_PORTS)) await proveRealIp({ name, port, ca });
    for (const [name, port] of Object.entries(PORTS)) await proveProxy({ name, port, ca });
    return 0;
  } finally {
    fetchHost.close();
    for (const child of started) child.kill("SIGTERM");
    await Promise.all(
      started.map((child) => (child.exitCode === null ? once(child, "exit") : null)),
    );
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sites of a proxy, which differ in what stands behind them. @param {ProxyName} name @returns {readonly Site[]} */
const sitesOf = (name) => [
  { port: PORTS[name], upstream: UPSTREAM },
  { port: FETCH_PORTS[name], upstream: FETCH_UPSTREAM },
];

/** The configuration of that language in the guide. @param {ProxyName} language @param {number} upstream */
function configurationOf(language, upstream) {
  const guide = readFileSync(join(ROOT, "docs/guide/deployment.md"), "utf8");
  const [, found] = new RegExp(`\`\`\`${language}[^\\n]*\\n([^]*?)\`\`\``).exec(guide) ?? [];
  if (!found) throw new Failure(`The guide shows no configuration in ${language}.`);
  return found.replaceAll("127.0.0.1:3000", `127.0.0.1:${upstream}`);
}

/** @param {string} folder */
async function makeCertificate(folder) {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const kind = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "1",
  ];
  await mustRun("openssl", [
    "req",
    "-x509",
    ...kind,
    ...subject,
    "-keyout",
    key,
    "-out",
    certificate,
  ]);
  return readFileSync(certificate, "utf8");
}

/** @param {string} folder */
function writeNginx(folder) {
  const servers = sitesOf("nginx").map(({ port, upstream }) =>
    configurationOf("nginx", upstream)
      .replace("listen 443 ssl;", `listen ${port} ssl;`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/certificate.pem;`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`),
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const path = join(folder, "nginx.conf");
  const surroundings = `daemon off; pid ${folder}/nginx.pid; events {} http { access_log off; ${temporary}`;
  writeFileSync(path, `${surroundings}\n${servers.join("")}}\n`);
  return path;
}

/** @param {string} folder */
function writeCaddy(folder) {
  const sites = sitesOf("caddy").map(({ port, upstream }) =>
    configurationOf("caddy", upstream).replace(
      `${HOST} {`,
      `https://${HOST}:${port} {\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
    ),
  );
  const path = join(folder, "Caddyfile");
  writeFileSync(path, `{\n\tadmin off\n\tauto_https off\n}\n${sites.join("")}`);
  return path;
}

/** @param {string} program @param {readonly string[]} args @param {string} folder */
const start = (program, args, folder) =>
  spawn(program, args, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });

/** @param {string} folder */
function startServer(folder) {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [SERVER_ENTRY], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      NODE_ENV: "development",
      SERVICE_AUTH_SECRET: "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=",
      SERVICE_AUTH_URL: `https://${HOST}`,
      APP_URL: "https://app.example.com",
      DATABASE_URL: `sqlite:${folder}/auth.db`,
      HOST: "127.0.0.1",
      PORT: String(UPSTREAM),
      TRUST_PROXY: "127.0.0.1",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Sends one request through the proxy, as a client that pretends to be another. @param {Proxy} proxy @param {string} path @param {Message} [message] @returns {Promise<Reply>} */
async function send({ port, ca }, path, { method = "GET", body, cookie } = {}) {
  const sent = request({
    host: "127.0.0.1",
    localAddress: CLIENT,
    port,
    ca,
    servername: HOST,
    method,
    path,
    agent: false,
    headers: {
      Host: HOST,
      "X-Forwarded-For": FORGED,
      "X-Real-IP": FORGED,
      ...(body && { "Content-Type": "application/json" }),
      ...(cookie && { Cookie: cookie }),
    },
  });
  sent.end(body && JSON.stringify(body));
  const [reply] = await once(sent, "response");
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
}

/** @param {Proxy} proxy */
async function proveRealIp(proxy) {
  const { name } = proxy;
  const { body } = await until(`${name} serves`, () => send(proxy, "/"));
  expect(body === CLIENT, `${name}: X-Real-IP is the client's, whatever it forges: "${body}"`);
}

/** @param {Proxy} proxy */
async function proveProxy(proxy) {
  const { name } = proxy;
  await until(`${name} serves`, async () => (await send(proxy, "/readyz")).status === 200);
  const stalled = stall(proxy);
  const person = { email: `ada@${name}.example`, password: "correct horse battery", name: "Ada" };
  const post = (/** @type {string} */ path, /** @type {object} */ body, cookie = "") =>
    send(proxy, path, { method: "POST", body, cookie });
  await post("/api/auth/sign-up/email", person);
  const signedIn = await post("/api/auth/sign-in/email", person);
  const [setCookie = ""] = signedIn.headers["set-cookie"] ?? [];
  expect(signedIn.status === 200, `${name}: a person signs in (${signedIn.body})`);
  expect(/^__Host-.*; Secure/.test(setCookie), `${name}: the cookie is of https: ${setCookie}`);
  expect("strict-transport-security" in signedIn.headers, `${name}: HSTS is sent`);
  const cookie = setCookie.split(";")[0] ?? "";
  const sessions = await send(proxy, "/api/auth/list-sessions", { cookie });
  expect(
    sessions.body.includes(`"${CLIENT}"`) && !sessions.body.includes(FORGED),
    `${name}: the client is known by its IP address, whatever it forges: ${sessions.body}`,
  );
  const asked = await post("/api/v1/me/export", {}, cookie);
  expect(asked.status === 202, `${name}: an export can be requested (${asked.body})`);
  const { requestId } = JSON.parse(asked.body);
  const link = await until(`${name}: the export is ready`, async () => {
    const { body } = await send(proxy, `/api/v1/me/export/${requestId}`, { cookie });
    return new RegExp(`https://${HOST}(/api/v1/me/export/[^"]+)`).exec(body)?.[1];
  });
  const download = await send(proxy, link, { cookie });
  expect(
    download.status === 200 && JSON.parse(download.body) !== null,
    `${name}: the export downloads whole (${download.status})`,
  );
  expect(await stalled, `${name}: a client that stalls is cut off`);
  console.log(`${name}: client address, https cookies, export and deadlines hold.`);
}

/** Sends half a body and waits to be cut off. @param {Proxy} proxy @returns {Promise<boolean>} */
async function stall({ port, ca }) {
  const sent = request({
    host: "127.0.0.1",
    port,
    ca,
    servername: HOST,
    method: "POST",
    path: "/api/auth/sign-in/email",
    agent: false,
    headers: { Host: HOST, "Content-Type": "application/json", "Content-Length": "50" },
  });
  sent.write("{");
  const ended = new Promise((resolve) => {
    sent.once("response", () => resolve(true));
    sent.once("error", () => resolve(true));
  });
  const isCut = await Promise.race([ended, sleep(STALL_PATIENCE_MS, false)]);
  sent.destroy();
  return isCut === true;
}

/** @param {boolean} holds @param {string} what */
function expect(holds, what) {
  if (!holds) throw new Failure(`It does not hold: ${what}`);
}

/** @template T @param {string} what @param {() => Promise<T>} find @returns {Promise<NonNullable<T>>} */
async function until(what, find) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    const found = await find().catch(() => null);
    if (found) return found;
  }
  throw new Failure(`It did not happen in time: ${what}`);
}
