import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ERRORS } from "@acme/auth-core";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { PAGE_PATHS as PATHS_OF_CLIENT } from "../packages/client/src/surface/page-paths.js";
import { PAGE_PATHS } from "../packages/pages/src/page-paths.js";
import { backUp } from "../packages/server/src/commands/backup.js";
import { commandTable } from "../packages/server/src/commands/help.js";
import { readConfig, VARIABLES } from "../packages/server/src/config/config.js";
import { namedVariables } from "../packages/server/src/config/providers.js";
import { startProblem } from "../packages/server/src/starting/start-failures.js";
import { readPage } from "./guide/pages.mjs";
import { PROOF_NAMES } from "./tasks/prove.mjs";

const ROOT = join(import.meta.dirname, "..");
const SECRET = "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=";
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) =>
    join(folder, name),
  );
const PACKAGES = readdirSync(join(ROOT, "packages")).map((room) => join("packages", room));
const EXAMPLES = readdirSync(join(ROOT, "examples")).map((name) => join("examples", name));
const PRODUCT = PACKAGES.flatMap((folder) => filesIn(join(folder, "src"))).filter((path) =>
  /(?<!\.test|\.test-d)\.ts$/.test(path),
);
const PAGES = [
  ...[...readdirSync(ROOT), ...filesIn("docs")].filter((path) => path.endsWith(".md")),
  ...["examples/web", ...PACKAGES].map((folder) => join(folder, "README.md")),
  // What the site is made of besides: its build knows its own links.
].filter((path) => !/^docs\/(library|\.vitepress)\//.test(path) && existsSync(join(ROOT, path)));

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const distinct = (words: readonly string[]) => [...new Set(words)].toSorted();
/** What the first group of each match holds. */
const found = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([, first = ""]) => first);
const wordsIn = (text: string, quote: '"' | "`") =>
  found(text, new RegExp(`${quote}([a-z_]+)${quote}`, "g"));
/** The section of a document under that heading. */
const section = (path: string, heading: string): string =>
  textOf(path)
    .split(/^## /m)
    .find((part) => part.startsWith(heading))!;
const firstCells = (text: string) => found(text, /^\| (`[^|]+) \|/gm);
const blocksOf = (path: string) => readPage(path, textOf(path)).blocks;

describe("the documents", () => {
  /** How GitHub makes an anchor of a heading. */
  const anchorOf = (title: string): string =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-");

  function isDead(page: string, link: string): boolean {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return true;
    if (anchor === undefined || !target.endsWith(".md")) return false;
    return !found(textOf(target), /^#+ (.*)$/gm)
      .map(anchorOf)
      .includes(anchor);
  }

  it("name each column of a table", () => {
    const unnamed = PAGES.filter((page) => /^\|(.*\|)? *\|.*\n\|[-:| ]+\|$/m.test(textOf(page)));
    expect(unnamed).toEqual([]);
  });

  it("link to files and headings that exist", () => {
    const dead = PAGES.flatMap((page) => {
      // A regular expression in code can look like a link.
      const prose = textOf(page).replaceAll(/(?<=: )`[^`\n]*`$/gm, "");
      const links = found(prose, /\]\(([^)\s]+)\)/g).filter((link) => !/^https?:/.test(link));
      return links.filter((link) => isDead(page, link)).map((link) => `${page}: ${link}`);
    });
    expect(dead).toEqual([]);
  });

  it("name paths that exist", () => {
    const pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
    const paths = found(
      pages.map(textOf).join(),
      /`((?:packages|examples|scripts|docs)\/[\w./-]+)`/g,
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("say of each proof what it shows, its command and its figures", () => {
    const proofs = textOf("docs/proofs.md");
    expect(found(proofs, /^## (.*)$/gm).toSorted()).toEqual(PROOF_NAMES.toSorted());
    for (const name of PROOF_NAMES) expect(proofs).toContain(`npm run prove ${name}`);
  });

  /**
   * Express gives its callback the error: one that does not look at it says that the program
   * listens when it does not.
   */
  it("say that a program listens only when it does", () => {
    const sources = ["examples/embed-express/src", "examples/hono/src"].flatMap(filesIn);
    const blind = [...PAGES, ...sources].filter((path) =>
      /\bapp\.listen\([^()]*\(\) =>/.test(textOf(path)),
    );
    expect(blind).toEqual([]);
  });
});

describe("the comments", () => {
  it("name codes of errors that exist", () => {
    const thrown = PRODUCT.flatMap((path) => found(textOf(path), /@throws \{AuthError\} (.*)/g));
    const codes = thrown.flatMap((text) => text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []);
    expect(codes.length).toBeGreaterThan(100);
    const ofFeatures = PRODUCT.filter((path) => textOf(path).includes("defineErrors({")).flatMap(
      (path) => found(textOf(path), /^ +([A-Z][A-Z0-9_]+): \{/gm),
    );
    const known = new Set([...Object.keys(ERRORS), ...ofFeatures]);
    expect(distinct(codes).filter((code) => !known.has(code))).toEqual([]);
  });

  it("say of every number of the policy what it limits", () => {
    const lines = textOf("packages/core/src/kernel/policy.ts").split("\n");
    const above = lines.flatMap((line, at) =>
      /^ {2}\w+: (?:fixed|between)\(/.test(line) ? [lines.slice(at - 2, at).join("\n")] : [],
    );
    expect(above.length).toBeGreaterThan(80);
    expect(above.filter((lines) => !/\.(?: |\n {3})\*\/$/.test(lines))).toEqual([]);
  });
});

it("the client links to the pages that there are", () => {
  expect(PATHS_OF_CLIENT).toEqual(PAGE_PATHS);
});

it("ARCHITECTURE.md explains every verb of the store ports, and no other", () => {
  const verbs = PRODUCT.filter((path) => /^packages\/core.*(store|queue)\.ts$/.test(path)).flatMap(
    (path) =>
      ts
        .createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true)
        .statements.filter(ts.isInterfaceDeclaration)
        .filter(({ name }) => /(Store|Queue)$/.test(name.text))
        .flatMap(({ members }) => members.filter(ts.isMethodSignature))
        .map(({ name }) => /^[a-z]+/.exec(name.getText())?.[0] ?? ""),
  );
  const cells = firstCells(section("ARCHITECTURE.md", "Verbs"));
  const documented = cells.flatMap((cell) => cell.match(/(?<=`)[a-z]+/g) ?? []);
  expect(distinct(documented)).toEqual(distinct(verbs));
});

describe("the document for operators", () => {
  const PAGE = "docs/operations.md";
  const nouns = PRODUCT.flatMap((path) => found(textOf(path), /^ +noun: "(\w+)"/gm));
  /**
   * Every event that is logged with its level, such as `error mail_dead`: the words of the first
   * argument, or of a table `const LOGGED`; what begins with the noun of a queue, for each queue.
   */
  const logged = PRODUCT.flatMap((path) => {
    const source = textOf(path);
    const calls = source.matchAll(/\blogger\??\.(debug|info|warn|error)\(([^,)]*)/g);
    return Array.from(calls).flatMap(([, level = "", event = ""]) => {
      const [, end] = /^`\$\{noun\}_(\w+)`$/.exec(event) ?? [];
      const names = end === undefined ? null : nouns.map((noun) => `${noun}_${end}`);
      const table = /^const LOGGED = [^;]*;/m.exec(source)?.[0] ?? "";
      const said = names ?? wordsIn(event === "event" ? table : event, '"');
      return said.map((name) => `${level} ${name}`);
    });
  });

  it("names every event that is logged with its level, and no other", () => {
    const rows = section(PAGE, "What the log says").matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm);
    const documented = Array.from(rows).flatMap(([, events = "", levels = ""]) =>
      levels.split(", ").flatMap((level) => wordsIn(events, "`").map((name) => `${level} ${name}`)),
    );
    expect(logged.length).toBeGreaterThan(30);
    expect(distinct(documented)).toEqual(distinct(logged));
  });

  it("says of every error whether it is an alarm", () => {
    const alarms = firstCells(section(PAGE, "Alarms")).flatMap((cell) => wordsIn(cell, "`"));
    const errors = found(logged.join("\n"), /^error (.*)/gm);
    expect(errors.filter((event) => !alarms.includes(event))).toEqual([]);
    const events = logged.map((event) => event.replace(/^\w+ /, ""));
    expect(alarms.filter((event) => !events.includes(event))).toEqual([]);
  });

  it("names variables of the server only", () => {
    const named = found(textOf(PAGE), /`([A-Z]+(?:_[A-Z]+)+)(?==|`)/g);
    const variables = [...Object.keys(VARIABLES), ...namedVariables({}), "NO_COLOR"];
    const known = [...variables, ...Object.keys(ERRORS)];
    expect(distinct(named).filter((name) => !known.includes(name))).toEqual([]);
  });

  it("names every error that an authorization flow can end in, and no other", () => {
    const sources = ["sign-in/oauth/oauth-fault.ts", "ports/identity-provider.ts"];
    const faults = sources.flatMap((path) => wordsIn(textOf(`packages/core/src/${path}`), '"'));
    const cells = firstCells(section(PAGE, "External providers"));
    const documented = cells.flatMap((cell) => wordsIn(cell, "`"));
    expect(distinct(documented.filter((word) => word !== "error"))).toEqual(distinct(faults));
  });
});

it("the six causes that are named first are quoted as the server says them, and are logged", () => {
  const rows = textOf("docs/it-does-not-work.md").matchAll(/^\| [^|]*\|([^|]*)/gm);
  const [, ...lines] = Array.from(rows, ([, line = ""]) => line);
  expect(lines).toHaveLength(6);
  const events = wordsIn(section("docs/operations.md", "What the log says"), "`");
  for (const line of lines)
    expect(events).toContain(/`([a-z]+_[a-z_]+|configuration)`/.exec(line)?.[1]);
  const env = { SERVICE_AUTH_SECRET: "x".repeat(44), SERVICE_AUTH_URL: "http://localhost:3000" };
  const { config } = readConfig(env);
  const inUse = Object.assign(new Error("listen"), { code: "EADDRINUSE", syscall: "listen" });
  const missing = "SERVICE_AUTH_SECRET is required";
  expect(() => readConfig({ ...env, SERVICE_AUTH_SECRET: "" })).toThrow(missing);
  const [doubt] = readConfig({ ...env, APP_URL: "http://127.0.0.1:3004" }).warnings;
  const sites = "APP_URL and SERVICE_AUTH_URL are different sites";
  expect(doubt).toContain(sites);
  for (const said of [startProblem(inUse, config), missing, sites])
    expect(lines.join()).toContain(`\`${said}\``);
});

describe("the document of security requirements", () => {
  const text = textOf("docs/security-requirements.md");
  const HOLDER = /`((?:packages|scripts)\/[^`]+)` — ("[^"]+"(?:, "[^"]+")*)/g;
  /** How many requirements each group has. */
  const GROUPS =
    "R-PWD 12, R-ENU 5, R-OOB 11, R-TOK 8, R-SES 17, R-FAC 9, R-SUS 5, R-FRE 5, R-WA 20, R-OAU 11, R-AZ 10, R-DEL 10, R-EXP 5, R-HTTP 13, R-RL 10, R-CFG 9, R-LOG 14, R-INP 12, R-EVT 4, R-WEB 9, B 51";

  it("names every requirement once, and no other", () => {
    const wanted = GROUPS.split(", ").flatMap((group) => {
      const [name = "", count] = group.split(" ");
      return Array.from(
        { length: Number(count) },
        (_, index) => `${name}-${String(index + 1).padStart(2, "0")}`,
      );
    });
    expect(found(text, /^\| ((?:R-[A-Z]+|B)-\d\d) \|/gm).toSorted()).toEqual(wanted.toSorted());
    const named = text.match(/\b(R-[A-Z]+)-\d\d/g) ?? [];
    expect(named.filter((name) => !wanted.includes(name))).toEqual([]);
  });

  it("names tests that there are, in every row that does not say that there is none", () => {
    const holders = Array.from(text.matchAll(HOLDER));
    const gone = holders.flatMap(([, file = "", names = ""]) => {
      const tests = existsSync(join(ROOT, file)) ? textOf(file) : "";
      return found(names, /("[^"]+")/g)
        .filter((name) => !tests.includes(name))
        .map((name) => `${file}: ${name}`);
    });
    expect(gone).toEqual([]);
    const rows = text.split("\n").filter((line) => /^\| (?:R-[A-Z]+|B)-\d\d \|/.test(line));
    expect(rows.filter((row) => !row.match(HOLDER) && !row.includes("**no test**"))).toEqual([]);
    expect(text.match(/`(?:packages|scripts)\/[^`]+`/g)).toHaveLength(holders.length);
  });
});

describe("the guide", () => {
  const pages = readdirSync(join(ROOT, "docs/guide")).filter((name) => name !== "README.md");

  it("names every page on its first page, and each says what can go wrong and what to read next", () => {
    const index = textOf("docs/guide/README.md");
    for (const page of pages) {
      expect(index).toContain(`](${page})`);
      expect(textOf(`docs/guide/${page}`), page).toMatch(
        /^## What can go wrong$[^]*^## What next$/m,
      );
    }
  });

  it("shows commands of the program, with their options", () => {
    const usages = found(commandTable(), /^\| `([^`]+)`/gm);
    const commands = pages.flatMap((page) =>
      found(textOf(`docs/guide/${page}`), /^auth-server (.+)$/gm),
    );
    expect(commands.length).toBeGreaterThan(8);
    const unknown = commands.filter((line) => {
      const [noun, verb] = line.split(" ");
      const usage = usages.find((each) => each.startsWith(`${noun} ${verb}`)) ?? "";
      const options = line.match(/--[a-z]+/g) ?? [];
      return usage === "" || options.some((option) => !usage.split(/[ [\]]/).includes(option));
    });
    expect(unknown).toEqual([]);
  });

  /**
   * `npm run prove proxies` runs them. Without these lines both pass on what a client sends, and it
   * evades every limit of a fetch handler.
   */
  it.each([
    ["nginx", "proxy_set_header X-Real-IP $remote_addr;"],
    ["caddy", "header_up X-Real-IP {remote_host}"],
  ])("lets no client forge its IP address behind %s", (proxy, line) => {
    const blocks = blocksOf("docs/guide/deployment.md");
    expect(blocks.find(({ language }) => language === proxy)?.text).toContain(line);
  });

  it("is named wherever a page or an example believes the header that proxies set", () => {
    const pages = ["docs/guide/mounting.md", "docs/embedding.md", "examples/next/README.md"];
    for (const page of [...pages, "examples/next/lib/auth.ts"])
      expect(textOf(page), page).toMatch(/deployment\.md(?:#behind-a-proxy|, "Behind a proxy")/);
  });

  it("starts every unit of systemd with the machine, once it is enabled", () => {
    const units = blocksOf("docs/guide/deployment.md").filter(({ language }) => language === "ini");
    expect(units.length).toBe(2);
    for (const { text } of units) expect(text).toContain("[Install]\nWantedBy=multi-user.target");
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
    const said = { print() {}, progress() {}, untilStopped: () => new AbortController().signal };
    const { json } = await backUp({ env, caller: "ops", values, options: {}, ...said });
    const printed = JSON.stringify(json).replace(join(process.cwd(), "notes.dump"), "notes.dump");
    expect(printed).toBe(JSON.stringify({ command: command.replace("umask 077; ", "") }));
    expect(page).not.toContain("_URL");
  });
});

describe("what documents show of a file, exactly", () => {
  /**
   * The compiler sees that file, and `billing.test.ts` runs it over both databases: what an
   * application copies from the page works.
   */
  it("the guarded routes that docs/embedding.md shows are exactly those of the billing module", () => {
    const [snippet = ""] = found(
      section("docs/embedding.md", "Guarded routes"),
      /^```ts\n([^]*?)^```$/gm,
    );
    expect(snippet).toContain("answerRefusals");
    expect(textOf("packages/server/src/sample/billing/routes.ts")).toContain(snippet);
  });

  it("the test that the page of the testing kit shows is one that runs", () => {
    const [snippet] = found(textOf("packages/testing/README.md"), /^```ts\n([^]*?)^```$/gm);
    expect(textOf("packages/testing/test/first-use.test.ts")).toBe(snippet);
  });

  it("the guide shows files of the example for Next.js, its own page all of them", () => {
    const shownOn = (page: string) =>
      blocksOf(`docs/guide/${page}.md`).filter(
        ({ mode, file }) => mode === "no-run" && file !== null && !/^(bun|deno)\.ts$/.test(file),
      );
    const shown = shownOn("nextjs");
    const mounted = shownOn("mounting");
    expect(mounted.length).toBeGreaterThan(3);
    for (const { file, text } of [...shown, ...mounted])
      expect(text).toBe(`// ${file}\n${textOf(`examples/next/${file}`)}`);
    const code = filesIn("examples/next").filter(
      (path) => /\.tsx?$/.test(path) && !/node_modules|\.next|next-env/.test(path),
    );
    // Every application has such a layout.
    const own = code.filter((path) => path !== "examples/next/app/layout.tsx");
    expect(shown.map(({ file }) => `examples/next/${file}`).toSorted()).toEqual(own.toSorted());
  });

  it("the README of the React example shows its files, all of them", () => {
    const shown = new Map(
      blocksOf("examples/react/README.md").flatMap(({ text }) => {
        const [line = "", file] = /^(?:\/\/|<!--) ([\w./-]+)(?: -->)?\n/.exec(text) ?? [];
        return file ? [[file, text.slice(line.length)] as const] : [];
      }),
    );
    for (const [file, text] of shown) expect(textOf(`examples/react/${file}`), file).toBe(text);
    const sources = readdirSync(join(ROOT, "examples/react/src")).map((file) => `src/${file}`);
    expect([...shown.keys()].toSorted()).toEqual(
      ["index.html", ...sources, "vite.config.ts"].toSorted(),
    );
    expect(shown.get("src/session.tsx")?.split("\n").length).toBeLessThanOrEqual(60);
  });
});

describe("what an operator deploys", () => {
  it("the image ends as a user without privileges, with a health check, and takes nothing of the machine that builds", () => {
    const [last = ""] = textOf("Dockerfile")
      .split(/^(?=FROM )/m)
      .slice(-1);
    expect(last).toMatch(/^FROM .* AS server$[^]*^USER node$[^]*^HEALTHCHECK [^]*^CMD /m);
    const ignored = textOf(".dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining(["**/.env", "**/node_modules", ".git"]));
  });

  it("compose.yaml configures the server as production accepts it", () => {
    const service = /^ {2}server:\n([^]*?)^ {2}\w/m.exec(textOf("compose.yaml"))?.[1] ?? "";
    const written = Array.from(
      service.matchAll(/^ {6}([A-Z_]+): (.*)$/gm),
      ([, name = "", value = ""]) => [name, value.startsWith("${") ? SECRET : value] as const,
    );
    const env = { NODE_ENV: "production", ...Object.fromEntries(written) };
    const { config, warnings } = readConfig(env);
    expect(config).toMatchObject({ databaseUrl: { engine: "postgres" }, production: true });
    expect(warnings.map((warning) => warning.split(" ")[0])).toEqual([
      "SERVICE_AUTH_URL",
      "APP_URL",
    ]);
  });
});

describe("dependencies", () => {
  interface Manifest {
    readonly version: string;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
    readonly peerDependencies?: Readonly<Record<string, string>>;
  }
  const manifestIn = (folder: string) =>
    JSON.parse(textOf(join(folder, "package.json"))) as Manifest;
  const isAtLeast = (version: string, floor: string): boolean =>
    version.localeCompare(floor, "en", { numeric: true }) >= 0;

  /** The first versions without a known hole. */
  it.each([
    ["packages/kysely", "kysely", "0.28.17"],
    ["packages/nodemailer", "nodemailer", "7.0.11"],
    ["packages/core", "@simplewebauthn/server", "14.0.0"],
  ])("of %s: %s is %s or later, installed and allowed", (folder, name, floor) => {
    const { dependencies, peerDependencies } = manifestIn(folder);
    const range = dependencies?.[name] ?? peerDependencies?.[name] ?? "";
    const installed = manifestIn(join(folder, "node_modules", name)).version;
    const allowed = range.match(/\d+\.\d+\.\d+/g) ?? [];
    expect(allowed).not.toEqual([]);
    expect([installed, ...allowed].filter((version) => !isAtLeast(version, floor))).toEqual([]);
    expect(isAtLeast("0.28.9", "0.28.17")).toBe(false);
  });

  it("are exact versions", () => {
    const folders = ["", ...PACKAGES, ...EXAMPLES];
    const loose = folders.flatMap((folder) => {
      const { dependencies, devDependencies } = manifestIn(folder);
      return Object.entries({ ...dependencies, ...devDependencies }).filter(
        // A second version of a package has a name of its own, and is as exact.
        ([, range]) =>
          !/^(?:(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?|workspace:\*)$/.test(range),
      );
    });
    expect(loose).toEqual([]);
  });
});
