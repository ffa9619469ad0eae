import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backUp } from "../packages/server/src/commands/backup.js";
import { readConfig } from "../packages/server/src/config/config.js";
import { readPage } from "./guide/pages.mjs";
import { readDockerfile } from "./proofs/dockerfile.mjs";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const SECRET = "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=";

describe("the Dockerfile", () => {
  const stages = readDockerfile(textOf("Dockerfile"));
  const last = stages.at(-1)!;

  it("ends with the server, as a user without privileges, with a health check", () => {
    expect(last.name).toBe("server");
    const words = last.steps.map(({ word, rest }) => (word === "USER" ? `USER ${rest}` : word));
    expect(words).toEqual(expect.arrayContaining(["USER node", "HEALTHCHECK", "VOLUME", "CMD"]));
    expect(words.indexOf("USER node")).toBeLessThan(words.indexOf("CMD"));
  });

  it("takes no .env, no dependencies and no history of the machine that builds", () => {
    const ignored = textOf(".dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining(["**/.env", "**/node_modules", ".git"]));
  });

  it("has no step that its proof does not know", () => {
    expect(() => readDockerfile("FROM x AS y\nADD https://example.com /x")).toThrow('"ADD"');
  });
});

describe("the configurations of proxies in the guide", () => {
  const { blocks } = readPage("deployment", textOf("docs/guide/deployment.md"));
  const configurationOf = (proxy: string): string =>
    blocks.find(({ language }) => language === proxy)!.text;

  /** `npm run prove proxies` runs them. Without these lines both pass on what a client sends, and it evades every limit of a fetch handler. */
  it.each([
    ["nginx", "proxy_set_header X-Real-IP $remote_addr;"],
    ["caddy", "header_up X-Real-IP {remote_host}"],
  ])("let no client forge its IP address: %s", (proxy, line) => {
    expect(configurationOf(proxy)).toContain(line);
  });

  it("are named wherever a page or an example believes the header that they set", () => {
    const pages = ["docs/guide/mounting.md", "docs/embedding.md", "examples/next/README.md"];
    for (const page of [...pages, "examples/next/lib/auth.ts"])
      expect(textOf(page), page).toMatch(/deployment\.md(?:#behind-a-proxy|, "Behind a proxy")/);
  });
});

describe("what the guide has an operator copy", () => {
  const deployment = textOf("docs/guide/deployment.md");

  it("starts every unit of systemd with the machine, once it is enabled", () => {
    const units = readPage("deployment", deployment).blocks.filter((one) => one.language === "ini");
    expect(units.length).toBe(2);
    for (const { text } of units) expect(text).toContain("[Install]\nWantedBy=multi-user.target");
  });

  it("names no pnpm that the README does not have one install", () => {
    expect(deployment.match(/(?<!bin\/)\bpnpm --/g)).toBeNull();
  });

  it("dumps Postgres by the command that auth-server prints: no password, and nobody else may read it", async () => {
    const page = textOf("docs/guide/backup-and-restore.md");
    const [, command = "", url = ""] = /^\((umask 077; .*--dbname='(.*)')\)$/m.exec(page) ?? [];
    const env = {
      NODE_ENV: "development",
      SERVICE_AUTH_SECRET: SECRET,
      SERVICE_AUTH_URL: "https://auth.example.com",
      APP_URL: "https://app.example.com",
      DATABASE_URL: url,
    };
    const values = { FILE: "notes.dump" };
    const { json } = await backUp({ env, caller: "ops", values, options: {}, progress: () => {} });
    const printed = JSON.stringify(json).replace(join(process.cwd(), "notes.dump"), "notes.dump");
    expect(printed).toBe(JSON.stringify({ command: command.replace("umask 077; ", "") }));
    expect(page).not.toContain("_URL");
  });
});

describe("the documents and examples", () => {
  const folders = ["docs", "docs/guide", "examples/embed-express/src", "examples/hono/src"];
  const files = [
    "README.md",
    "packages/express/README.md",
    ...folders.flatMap((folder) => readdirSync(join(ROOT, folder)).map((it) => `${folder}/${it}`)),
  ];

  /** Express gives its callback the error: one that does not look at it says that the program listens when it does not. */
  it("say that a program listens only when it does", () => {
    const blind = files
      .filter((file) => /\.(?:md|ts)$/.test(file))
      .filter((file) => /\bapp\.listen\([^()]*\(\) =>/.test(textOf(file)));
    expect(blind).toEqual([]);
  });
});

describe("compose.yaml", () => {
  it("configures the server as production accepts it", () => {
    const service = textOf("compose.yaml")
      .split(/^ {2}(?=\w)/m)
      .find((part) => part.startsWith("server:"))!;
    const written = Array.from(
      service.matchAll(/^ {6}([A-Z_]+): (.*)$/gm),
      ([, name = "", value = ""]) => [name, value.startsWith("${") ? SECRET : value] as const,
    );
    const settings = Object.fromEntries(written);
    const env = { NODE_ENV: "production", ...settings };
    const { config, warnings } = readConfig(env);
    expect(config).toMatchObject({ databaseUrl: { engine: "postgres" }, production: true });
    expect(warnings.map((warning) => warning.split(" ")[0])).toEqual([
      "SERVICE_AUTH_URL",
      "APP_URL",
    ]);
  });
});
