import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { service } from "../packages/client/src/routes/service.js";
import { clientAddress } from "../packages/express/src/client-ip.js";
import { trustedProxies } from "../packages/express/src/index.js";
import { commandTable } from "../packages/server/src/commands/help.js";
import { readConfig, VARIABLES } from "../packages/server/src/config/config.js";
import { commandOf, environmentOf, IMAGE_COMMAND, imageLine, PROGRAMS } from "./image.js";
import { blocksOf } from "./manifests.js";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
/** Of the account `node` in the images of Node. */
const NODE_USER = 1000;
/** The process ends within this time, whatever hangs. */
const STOP_SECONDS = 5;

describe.each(PROGRAMS)("$title", (program) => {
  const { env, secrets, command, port, probes, stopSeconds, mount, user } = program;

  it("has variables that the server knows, as texts, and accepts", () => {
    const known = Object.keys(VARIABLES);
    expect([...Object.keys(env), ...secrets].filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.values(env).filter((value) => typeof value !== "string")).toEqual([]);
    const { config, warnings } = readConfig(environmentOf(program));
    expect(config.production).toBe(true);
    expect(warnings).toEqual([]);
    expect(config.databaseUrl.engine).toBe(
      secrets.includes("DATABASE_URL") ? "postgres" : "sqlite",
    );
  });

  it("runs a command of the program, at the port, as the user and on the volume of the image", () => {
    const begun = command?.slice(0, IMAGE_COMMAND.length) ?? IMAGE_COMMAND;
    expect(begun).toEqual(IMAGE_COMMAND);
    const commands = Array.from(commandTable().matchAll(/^\| `([a-z]+)/gm), ([, word]) => word);
    expect(commands).toContain(commandOf(program));
    const served = probes.length > 0;
    expect(commandOf(program) === "serve").toBe(served);
    const routes: readonly unknown[] = Object.values(service);
    expect(probes.filter((path) => !routes.includes(`GET ${path}`))).toEqual([]);
    if (port !== null) {
      expect(String(port)).toBe(imageLine("EXPOSE"));
      expect(readConfig(environmentOf(program)).config.port).toBe(port);
    }
    expect([null, imageLine("VOLUME")]).toContain(mount);
    expect(mount === null).toBe(secrets.includes("DATABASE_URL"));
    expect(imageLine("USER")).toBe("node");
    expect([null, NODE_USER]).toContain(user);
    expect(stopSeconds).toBeGreaterThanOrEqual(STOP_SECONDS);
  });
});

/** What each host writes into `X-Forwarded-For`, and from where it connects. */
it.each([
  ["fly", "172.16.5.226", "192.0.2.1, 203.0.113.7, 198.51.100.10", "203.0.113.7"],
  ["fly", "172.16.5.226", "192.0.2.1, 2001:db8:7::1, 2001:db8::10", "2001:db8:7::1"],
  ["render", "10.21.157.68", "192.0.2.1, 203.0.113.7, 104.22.17.40", "203.0.113.7"],
  ["kubernetes", "10.1.2.3", "192.0.2.1, 203.0.113.7", "203.0.113.7"],
])("%s: the client behind %s and %s is %s", (page, remoteAddress, forwarded, client) => {
  const programs = PROGRAMS.filter(
    ({ title, env }) => title.startsWith(page) && env["TRUST_PROXY"],
  );
  expect(programs).not.toEqual([]);
  for (const program of programs) {
    const proxies = trustedProxies(readConfig(environmentOf(program)).config.trustProxy ?? []);
    const sender = { headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress } };
    expect(clientAddress(sender as never, proxies).ipAddress).toBe(client);
  }
});

it("a pod of Kubernetes with SQLite migrates, and does the background work", () => {
  const [said = ""] = /^\*\*SQLite\*\*[^]*?^$/m.exec(textOf("docs/guide/kubernetes.md")) ?? [];
  const removed = Array.from(said.matchAll(/\bno\s+`([A-Z_]+)`/g), ([, name]) => name);
  const [server] = PROGRAMS.filter(({ title }) => title === "kubernetes auth");
  const env = Object.entries(server!.env).filter(([name]) => !removed.includes(name));
  const secrets = server!.secrets.filter((name) => !removed.includes(name));
  const pod = environmentOf({ ...server!, env: Object.fromEntries(env), secrets });
  const { config } = readConfig(pod);
  expect(config).toMatchObject({
    databaseUrl: { engine: "sqlite" },
    autoMigrate: true,
    worker: "embedded",
  });
});

it("the functions of vercel.json are files of the page, and the proof has the same", () => {
  const blocks = blocksOf("vercel");
  const [shown] = blocks.filter(({ language }) => language === "json");
  const vercel = JSON.parse(shown?.text ?? "") as {
    readonly buildCommand: string;
    readonly functions: Readonly<Record<string, unknown>>;
    readonly crons: readonly { readonly path: string }[];
  };
  const files = blocks.map(({ file }) => file);
  expect(files).toEqual(expect.arrayContaining(Object.keys(vercel.functions)));
  for (const { path } of vercel.crons) expect(files).toContain(`${path.slice(1)}.ts`);
  const proven: unknown = JSON.parse(textOf("scripts/proofs/embedding/vercel/vercel.json"));
  expect(vercel.buildCommand).toMatch(/^tsc && node dist\/src\/migrate\.js$/);
  expect(proven).toEqual({ ...vercel, buildCommand: "tsc" });
});

it("the template of AWS Lambda names handlers of the page, and gives them what they require", () => {
  const blocks = blocksOf("lambda");
  const template = blocks.find(({ file }) => file === "template.yaml")?.text ?? "";
  const handlers = Array.from(
    template.matchAll(/Handler: dist\/(\w+)\.handler/g),
    ([, name]) => name,
  );
  expect(handlers).toEqual(["http", "settle"]);
  for (const name of handlers) {
    const source = blocks.find(({ file }) => file === `src/${name}.ts`)?.text;
    expect(source).toMatch(/^export async function handler\(/m);
  }
  const code = blocks.filter(({ language }) => language === "ts").map(({ text }) => text);
  const required = Array.from(code.join("").matchAll(/required\("(\w+)"\)/g), ([, name]) => name);
  expect(required.length).toBeGreaterThan(4);
  for (const name of required) expect(template).toMatch(new RegExp(`^ +${name}: .`, "m"));
});
