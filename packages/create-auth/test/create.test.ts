import { execFile } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { openFolder } from "../src/folder.js";
import { FRAMEWORK_NAMES, FRAMEWORKS } from "../src/frameworks.js";
import { packageManagerOf } from "../src/package-manager.js";
import { asNobody, folderWith, run, runJson, treeOf } from "./trial.js";

const OWNER_ALONE = 0o600;
const OTHERS_ENTER = 0o755;
const PERMISSIONS = 0o777;

/** An application as its developers have it, in their own style. */
const existing = (dependency: string) => ({
  "package.json": `{\n\t"name": "theirs",\n\t"type": "module",\n\t"dependencies": {\n\t\t"${dependency}": "1.0.0"\n\t},\n\t"scripts": {\n\t\t"test": "theirs"\n\t}\n}\n`,
  ".gitignore": "node_modules",
  "src/main.ts": "// theirs\n",
  "app/routes.ts": "// theirs\n",
  "next.config.ts": "// theirs\n",
  "tsconfig.json": "{}\n",
});

describe.each(FRAMEWORK_NAMES)("%s", (framework) => {
  const { dependency } = FRAMEWORKS[framework];

  it("is made in an empty folder, with a secret that only its owner reads and git ignores", async () => {
    const folder = folderWith();
    const report = await runJson(folder, "--framework", framework);
    expect(report).toMatchObject({ code: 0, framework, existing: false, changed: [], byHand: [] });
    const tree = treeOf(folder);
    expect(Object.keys(tree).sort()).toEqual(report.written?.toSorted());
    expect(tree[".env"]).toMatch(/^SERVICE_AUTH_SECRET=[\w+/]{43}=\nSERVICE_AUTH_URL=http/);
    expect(statSync(join(folder, ".env")).mode & PERMISSIONS).toBe(OWNER_ALONE);
    expect(tree[".gitignore"]?.split("\n")).toEqual(expect.arrayContaining([".env", "data/"]));
    const manifest = JSON.parse(tree["package.json"] ?? "") as Record<string, object>;
    expect(manifest).toMatchObject({ private: true, type: "module" });
    expect({ ...manifest["dependencies"], ...manifest["devDependencies"] }).toMatchObject({
      "@acme/auth-core": expect.stringMatching(/^\^\d/) as string,
      [dependency]: expect.any(String) as string,
    });
    expect(Object.keys(manifest["scripts"] ?? {}).sort()).toEqual(
      ["build", "dev", "start", "test", "typecheck"].sort(),
    );
  });

  it("has a test that Vitest and Jest, which cannot run it, do not take for theirs", async () => {
    const { written } = await runJson(folderWith(existing(dependency)));
    expect(written?.filter((path) => /[.](test|spec)[.]/.test(path))).toEqual([]);
  });

  it("changes nothing the second time, in an empty folder and in an application", async () => {
    for (const files of [{}, existing(dependency)]) {
      const folder = folderWith(files);
      await runJson(folder, "--framework", framework);
      const before = treeOf(folder);
      const report = await runJson(folder);
      expect(report).toMatchObject({ code: 0, framework, written: [], changed: [] });
      expect(treeOf(folder)).toEqual(before);
    }
  });

  it("is found in an application, whose files stay byte for byte", async () => {
    const files = existing(dependency);
    const folder = folderWith(files);
    const report = await runJson(folder);
    expect(report).toMatchObject({ code: 0, framework, existing: true });
    expect(report.changed).toEqual([".gitignore", "package.json"]);
    const after = treeOf(folder);
    const { "package.json": _, ".gitignore": __, ...untouched } = files;
    expect(after).toMatchObject(untouched);
    expect(after[".gitignore"]).toBe("node_modules\n.env\ndata/\n");
    expect(after["package.json"]).toMatch(/^\{\n\t"name": "theirs",\n\t"type": "module",\n/);
    const manifest = JSON.parse(after["package.json"] ?? "") as Record<string, object>;
    expect(manifest["dependencies"]).toMatchObject({ [dependency]: "1.0.0" });
    expect(manifest["scripts"]).toEqual({
      test: "theirs",
      "test:auth": expect.stringMatching(/^node --import tsx --test .*auth-test\.ts$/) as string,
    });
  });
});

const needed = "@acme/auth-core @acme/auth-kysely @types/node better-sqlite3 kysely tsx";

it.each([
  ["express", "@acme/auth-express typescript"],
  ["hono", "@acme/auth-fetch typescript"],
  ["fastify", "@acme/auth-express typescript"],
  ["next", "@acme/auth-fetch typescript"],
  ["@react-router/dev", "@acme/auth-fetch"],
  ["@sveltejs/kit", "@acme/auth-fetch"],
])("adds no package to an application that %s may want in another version", async (name, more) => {
  const folder = folderWith(existing(name));
  await runJson(folder);
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, object>;
  expect(Object.keys({ ...dependencies, ...devDependencies }).sort()).toEqual(
    [name, ...`${needed} ${more}`.split(" ")].sort(),
  );
});

it("says what to add by hand, where a file exists and where the application is made", async () => {
  const express = await runJson(folderWith(existing("express")));
  expect(express.byHand).toEqual([
    {
      file: "src/main.ts",
      text: expect.stringContaining("app.use(authRoutes(surface))") as string,
    },
  ]);
  const next = await runJson(folderWith(existing("next")));
  expect(next.byHand).toMatchObject([
    { file: "instrumentation.ts" },
    { file: "next.config.ts", text: expect.stringContaining("serverExternalPackages") as string },
  ]);
  const other = folderWith({ ...existing("hono"), "src/auth.ts": "// theirs\n" });
  expect((await runJson(other)).byHand).toContainEqual({
    file: "src/auth.ts",
    text: expect.stringContaining("stays as it is") as string,
  });
});

it("follows a Next.js application below src", async () => {
  const { "app/routes.ts": _, ...theirs } = existing("next");
  const folder = folderWith({ ...theirs, "src/app/layout.tsx": "// theirs\n" });
  const { written } = await runJson(folder);
  expect(written).toContain("src/lib/auth.ts");
  expect(written).toContain("src/app/api/[...path]/route.ts");
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly scripts: object;
  };
  expect(scripts).toMatchObject({ "test:auth": expect.stringMatching(/ src\/lib\//) as string });
});

it.each(["src/app/[locale]/layout.jsx", "src/pages/index.js"])(
  "makes no folder app that has Next.js ignore %s",
  async (path) => {
    const theirs = { "package.json": '{"dependencies":{"next":"15.0.0"}}', [path]: "// theirs\n" };
    const { written } = await runJson(folderWith(theirs));
    expect(written).toContain("src/app/api/notes/route.ts");
    const above = await runJson(folderWith({ ...theirs, "pages/index.js": "// theirs\n" }));
    expect(above.written).toContain("app/api/notes/route.ts");
  },
);

it("leaves an .env alone, and says how a secret gets into it", async () => {
  const text = "DATABASE_URL=theirs\n";
  const folder = folderWith({ ".env": text });
  const { byHand } = await runJson(folder);
  expect(treeOf(folder)[".env"]).toBe(text);
  expect(byHand).toMatchObject([{ file: ".env" }]);
  const whole = await runJson(folderWith({ ".env": "SERVICE_AUTH_SECRET=theirs\n" }));
  expect(whole.byHand).toEqual([]);
});

it("ignores the secret again after a line that lets it in", async () => {
  const folder = folderWith({ ".gitignore": ".env*\r\n!.env\r\ndata\r\n" });
  await runJson(folder);
  expect(treeOf(folder)[".gitignore"]).toBe(".env*\r\n!.env\r\ndata\r\n.env\r\n");
});

/** Git as it is on a machine on which nobody has set it up. */
const git = (folder: string, ...args: readonly string[]) =>
  promisify(execFile)("git", args, {
    cwd: folder,
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });

it.each([
  ".env\n!.*\n",
  ".env\n!*\n",
  ".env\n!**/.env\n",
  ".env\n!\\.env\n",
  " .env\n",
  "data/\n!/.env\n",
])("has git ignore the secret behind %j, and adds nothing the second time", async (rules) => {
  const folder = folderWith({ ".gitignore": rules });
  await git(folder, "init", "--quiet");
  await runJson(folder);
  await git(folder, "check-ignore", "--quiet", ".env");
  expect((await runJson(folder)).changed).toEqual([]);
});

it("writes no secret beside a .gitignore that it cannot change, and says how to", async () => {
  const folder = folderWith({ rules: "" });
  symlinkSync("rules", join(folder, ".gitignore"));
  const { byHand } = await runJson(folder);
  expect(Object.keys(treeOf(folder))).not.toContain(".env");
  expect(byHand?.map(({ file }) => file)).toEqual([".gitignore", ".env"]);
  const [, line = ""] = /^ {4}(.*)$/m.exec(byHand?.[1]?.text ?? "") ?? [];
  await promisify(execFile)("sh", ["-c", `umask 022; ${line}`], { cwd: folder });
  expect(treeOf(folder)[".env"]).toMatch(/^\nSERVICE_AUTH_SECRET=[\w+/]{43}=\n$/);
  expect(statSync(join(folder, ".env")).mode & PERMISSIONS).toBe(OWNER_ALONE);
});

it.each(["A=1", "A=1\n", "A=1\r\n", "SERVICE_AUTH_SECRET=\nA=1", "#SERVICE_AUTH_SECRET=a\nA=1"])(
  "says how a secret gets into the .env %j, by a line that does so",
  async (text) => {
    const folder = folderWith({ ".env": text });
    const { byHand } = await runJson(folder);
    const [, line = ""] = /^ {4}(.*)$/m.exec(byHand?.[0]?.text ?? "") ?? [];
    await promisify(execFile)("sh", ["-c", line], { cwd: folder });
    const { A, SERVICE_AUTH_SECRET } = parseEnv(treeOf(folder)[".env"] ?? "");
    expect(A).toBe("1");
    expect(Buffer.from(SERVICE_AUTH_SECRET ?? "", "base64")).toHaveLength(32);
    expect((await runJson(folder)).byHand).toEqual([]);
  },
);

it.each(["export SERVICE_AUTH_SECRET=a", "SERVICE_AUTH_SECRET = 'a'"])(
  "finds the secret in the .env %j",
  async (text) => {
    expect((await runJson(folderWith({ ".env": text }))).byHand).toEqual([]);
  },
);

it("says what hinders a package.json that is no ES module and has scripts of its own", async () => {
  const folder = folderWith({ "package.json": '{"scripts":{"start":"theirs"}}' });
  const { byHand } = await runJson(folder);
  expect(byHand).toMatchObject([
    { file: "package.json", text: expect.stringContaining('"type": "module"') as string },
    { file: "package.json", text: expect.stringContaining("script start stays") as string },
  ]);
});

it("tells an application of CommonJS what suits it, and none whose tools compile the files", async () => {
  const of = (dependency: string) =>
    runJson(folderWith({ "package.json": `{"dependencies":{"${dependency}":"1.0.0"}}` }));
  expect((await of("express")).byHand).toContainEqual({
    file: "package.json",
    text: expect.stringMatching(/call require, leave it out\nand read .* https:/) as string,
  });
  for (const dependency of ["next", "@sveltejs/kit", "@react-router/dev"])
    expect((await of(dependency)).byHand?.map(({ file }) => file)).not.toContain("package.json");
});

it("writes through no link that leads out of the folder, and replaces none", async () => {
  const outside = folderWith({ "package.json": "{}", ignored: "" });
  const folder = folderWith();
  symlinkSync(outside, join(folder, "src"));
  symlinkSync(join(outside, "secret"), join(folder, ".env"));
  symlinkSync(join(outside, "ignored"), join(folder, ".gitignore"));
  symlinkSync(join(outside, "package.json"), join(folder, "package.json"));
  const before = treeOf(outside);
  const report = await runJson(folder);
  expect(report).toMatchObject({ code: 0, written: ["tsconfig.json"], changed: [] });
  expect(report.byHand).toHaveLength(7);
  expect(treeOf(outside)).toEqual(before);
  expect(lstatSync(join(folder, ".env")).isSymbolicLink()).toBe(true);
});

it("makes another secret each time, and never prints it", async () => {
  const secrets = new Set<string | undefined>();
  for (const args of [["--json"], ["--yes"]]) {
    const folder = folderWith();
    const { out, error } = await run([folder, ...args]);
    const secret = /SERVICE_AUTH_SECRET=(.+)/.exec(treeOf(folder)[".env"] ?? "")?.[1] ?? "";
    expect(Buffer.from(secret, "base64")).toHaveLength(32);
    expect(out + error).not.toContain(secret);
    secrets.add(secret);
  }
  expect(secrets.size).toBe(2);
});

it("prints what it did and what is next, and one document for programs", async () => {
  const folder = folderWith();
  const { out } = await run([folder, "--yes"], { userAgent: "pnpm/10.34.9 npm/? node/v20" });
  expect(out).toMatch(/Express, in /);
  expect(out).toMatch(/Written:\n {2}\.gitignore\n {2}\.env \(a new secret/);
  expect(out.split(/Next, in .*:\n/)[1]?.match(/pnpm .*/g)).toEqual([
    "pnpm install",
    "pnpm approve-builds",
    "pnpm run test",
    "pnpm run dev",
  ]);
  const report = await runJson(folderWith({ "yarn.lock": "" }));
  expect(Object.keys(report)).toEqual(
    ["code", "folder", "framework", "existing", "written", "changed", "kept", "byHand"].concat([
      "installed",
      "guarded",
      "next",
    ]),
  );
  expect(report).toMatchObject({ installed: false, guarded: "/api/v1/notes" });
  expect(report.next).toEqual(["yarn install", "yarn run test", "yarn run dev"]);
});

it("asks which framework and whether to write, and takes no for an answer", async () => {
  const folder = folderWith();
  const world = { chooseFramework: async () => "hono" as const };
  expect(await run([folder], { ...world, confirm: async () => false })).toMatchObject({
    code: 0,
    out: "Nothing was written.\n",
  });
  expect(treeOf(folder)).toEqual({});
  const { out } = await run([folder], { ...world, confirm: async () => true });
  expect(out).toMatch(/^Hono, in /);
});

it.each([
  ["pnpm", { "pnpm-workspace.yaml": "", "pnpm-lock.yaml": "" }],
  ["pnpm", { "pnpm-workspace.yaml": "" }],
  ["yarn", { "pnpm-workspace.yaml": "", "yarn.lock": "" }],
  ["pnpm", { "api/pnpm-workspace.yaml": "", "package.json": '{"workspaces":[]}', "yarn.lock": "" }],
  ["yarn", { "package.json": '{"workspaces":["api"]}', "yarn.lock": "" }],
  ["npm", { "package.json": "{}", "yarn.lock": "" }],
])("names the package manager of the workspace around it: %s", async (manager, files) => {
  const { next } = await runJson(join(folderWith(files), "api"));
  expect(next?.[0]).toBe(`${manager} install`);
});

it("takes no manifest that it may not read for one of a workspace", () => {
  const above = folderWith({ "package.json": '{"workspaces":["api"]}', "yarn.lock": "" });
  const named = () => asNobody(() => packageManagerOf(openFolder(join(above, "api"))));
  openFolder(join(above, "api"));
  chmodSync(above, OTHERS_ENTER);
  expect(named()).toBe("yarn");
  chmodSync(join(above, "package.json"), 0);
  expect(named()).toBe("npm");
});

it("says where it stopped, and the next run writes the rest of a new application", async () => {
  const folder = folderWith({ "src/.keep": "" });
  const blocker = join(folder, "src/main.ts");
  const confirm = async () => {
    symlinkSync("nowhere", blocker);
    return true;
  };
  const { code, error } = await run([folder, "--framework", "hono"], { confirm });
  expect(code).toBe(1);
  expect(error).toMatch(/main\.ts'\n.*Correct this, and run it again for the rest\.\n$/);
  rmSync(blocker);
  const report = await runJson(folder, "--framework", "hono");
  expect(report).toMatchObject({ existing: false, written: ["src/main.ts", "package.json"] });
});

it("runs the package manager of the folder when it is asked to", async () => {
  const folder = folderWith({ "pnpm-lock.yaml": "" });
  const ran: string[] = [];
  const answering = (code: number) => ({
    run: async (program: string, args: readonly string[], where: string) => {
      ran.push([program, ...args, where].join(" "));
      return code;
    },
  });
  const { out } = await run([folder, "--yes", "--install"], answering(0));
  expect(ran).toEqual([`pnpm install ${folder}`]);
  expect(out).toMatch(/Next, in .*:\n {2}pnpm approve-builds\n {2}pnpm run test\n/);
  const failed = await run([folder, "--yes", "--install"], answering(1));
  expect(failed).toMatchObject({ code: 2, out: "" });
  expect(failed.error).toMatch(
    /pnpm install ended with code 1[.] .*, run pnpm approve-builds[.]\n$/,
  );
  const refuse = () => Promise.reject(new Error("spawn pnpm ENOENT"));
  const absent = await run([folder, "--yes", "--install"], { run: refuse });
  expect(absent.code).toBe(2);
  expect(absent.error).toMatch(/^The files are written; pnpm install could not be started/);
});

it.each([
  ["an unknown option", ["--frameworks", "hono"]],
  ["an unknown framework", ["--framework", "koa"]],
  ["an inherited name", ["--framework", "constructor"]],
  ["a second folder", ["one", "two"]],
])("refuses %s, and writes nothing", async (_, args) => {
  const folder = folderWith();
  expect(await run([folder, ...args, "--yes"])).toMatchObject({ code: 2, out: "" });
  const { code, ...document } = await runJson(folder, ...args);
  expect(code).toBe(2);
  expect(Object.keys(document)).toEqual(["error"]);
  expect(treeOf(folder)).toEqual({});
});

it("ends its sentences with one dot each", async () => {
  const { error } = await run(["--framework", "--yes"]);
  expect(error).toMatch(/ambiguous[.] --help prints the options[.]\n$/);
});

it.each(["{", "[]", "null"])("refuses a package.json that is %s", async (text) => {
  const folder = folderWith({ "package.json": text });
  const { code, error } = await run([folder, "--yes"]);
  expect({ code, error }).toEqual({
    code: 2,
    error: "package.json is not a JSON object: mend it first.\n",
  });
  expect(treeOf(folder)).toEqual({ "package.json": text });
});

it("makes the folder that it is given, and prints its help without one", async () => {
  const folder = folderWith();
  rmSync(folder, { recursive: true });
  expect((await runJson(folder)).code).toBe(0);
  expect(await run(["--help"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("Usage:") as string,
  });
});
