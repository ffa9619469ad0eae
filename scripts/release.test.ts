import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bundledIn, completeBill } from "./release/bill-of-materials.mjs";
import { RELEASES, withRelease } from "./release/changelog.mjs";
import { faultsOfChangesets, readChangeset } from "./release/changesets.mjs";
import { inCopy, openCopy } from "./release/prepare.mjs";
import { publish } from "./release/publish.mjs";
import { push } from "./release/push.mjs";
import { refusalsOf } from "./release/refusals.mjs";
import { readRelease, writeRelease } from "./release/shelf.mjs";
import { needsNothing, stepOf } from "./tasks/release.mjs";

const folders: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "auth-release-"));
  folders.push(folder);
  return folder;
}

const changeset = (bumps: string, text: string) =>
  readChangeset("planted.md", `---\n${bumps}\n---\n\n${text}\n`);
const CORE = '"@acme/auth-core": minor';
const faultsIn = (...planted: Parameters<typeof changeset>) =>
  faultsOfChangesets([changeset(...planted)], ["@acme/auth-core"]).join("\n");

describe("the check of changesets", () => {
  it("accepts what says what changed, and what to do", () => {
    expect(faultsIn(CORE, "Mails are kinder.")).toBe("");
    expect(
      faultsIn('"@acme/auth-core": major', "Mails are kinder.\n\nTo do: run the migrations."),
    ).toBe("");
  });

  it.each([
    ["", "Mails are kinder.", "name the packages"],
    ['"@acme/auth-cor": minor', "Mails are kinder.", '"@acme/auth-cor" is not published from here'],
    ['"@acme/auth-core": small', "Mails are kinder.", "is not major, minor or patch"],
    [CORE, "", "say what changed"],
    [CORE, "# Mails\n\nThey are kinder.", "a heading would cut the changelog in two"],
    [CORE, "kinder mails", "end with a whole sentence"],
    [CORE, "Mails are kinder. Run the migrations.", 'put what to do behind "To do:"'],
    [CORE, "A store of your own needs `kindness`.", 'put what to do behind "To do:"'],
    ['"@acme/auth-core": major', "Mails are kinder.", "a major change says what to do"],
    [CORE, "Kinder mails.\n\nTo do: nothing.\n\nAnd more.", "it is the last paragraph"],
  ])("refuses %j with the text %j", (bumps, text, fault) => {
    expect(faultsIn(bumps, text)).toContain(`.changeset/planted.md: `);
    expect(faultsIn(bumps, text)).toContain(fault);
  });
});

describe("the changelog", () => {
  const changesets = [
    changeset(CORE, "Mails are kinder.\n\nAll of them.\n\nTo do: run the migrations."),
    changeset('"@acme/auth-core": patch\n"@acme/auth-http": patch', "A race is over."),
  ];

  it("puts what to do first, below what is written by hand and above earlier releases", () => {
    const before = `# Changelog\n\nWhat works.\n\n${RELEASES}\n## 0.1.0 (2026-01-01)\n`;
    expect(withRelease(before, { version: "0.2.0", date: "2026-02-03", changesets })).toBe(
      `# Changelog\n\nWhat works.\n\n${RELEASES}
## 0.2.0 (2026-02-03)

### When you upgrade

- **core**: run the migrations.

### New

- **core**: Mails are kinder.

  All of them.

### Mended

- **core, http**: A race is over.

## 0.1.0 (2026-01-01)
`,
    );
  });

  it("is refused without the line below which releases stand", () => {
    expect(() =>
      withRelease("# Changelog\n", { version: "0.2.0", date: "2026-02-03", changesets }),
    ).toThrow("CHANGELOG.md has no <!-- releases -->.");
  });
});

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  }).trim();

function checkout(): string {
  const folder = newFolder();
  mkdirSync(join(folder, ".changeset"));
  writeFileSync(join(folder, ".changeset/kinder.md"), `---\n${CORE}\n---\n\nKinder mails.\n`);
  git(folder, "init", "--quiet", "--initial-branch", "main");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", "begin");
  return folder;
}

describe("a release", () => {
  it("is made from a clean checkout of main with a changeset", async () => {
    expect(await refusalsOf(checkout())).toEqual([]);
  });

  it("is refused while a file is changed and not committed", async () => {
    const folder = checkout();
    writeFileSync(join(folder, "new.txt"), "new");
    expect(await refusalsOf(folder)).toEqual([
      "Some files are changed and not committed: commit them, or put them aside.",
    ]);
  });

  it("is refused on another branch", async () => {
    const folder = checkout();
    git(folder, "switch", "--quiet", "--create", "idea");
    expect(await refusalsOf(folder)).toEqual([
      'This is the branch "idea", and releases are made from "main".',
    ]);
  });

  it("is refused without a changeset", async () => {
    const folder = checkout();
    git(folder, "rm", "--quiet", ".changeset/kinder.md");
    git(folder, "commit", "--quiet", "--message", "release: 0.2.0");
    expect(await refusalsOf(folder)).toEqual([
      "No changeset waits in .changeset, so there is nothing to release: add one with `npx changeset`. A release that broke off is finished by `npm run release -- --publish`.",
    ]);
  });

  it("is refused from a checkout that lacks commits of origin, and made from one that is ahead", async () => {
    const origin = checkout();
    const folder = newFolder();
    git(folder, "clone", "--quiet", origin, ".");
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "ahead");
    expect(await refusalsOf(folder)).toEqual([]);
    git(origin, "commit", "--quiet", "--allow-empty", "--message", "newer");
    expect(await refusalsOf(folder)).toEqual([
      '"main" of origin has commits that are not here: pull them first.',
    ]);
  });

  it("is not made for an option that is misspelt, or that npm took for itself", () => {
    expect(() => stepOf(["--dryrun"], {})).toThrow('There is no option "--dryrun".');
    expect(() => stepOf(["--dry-run", "--publish"], {})).toThrow("One step at a time");
    expect(() => stepOf([], { npm_config_dry_run: "true" })).toThrow(
      "npm took --dry-run for itself: npm run release -- --dry-run",
    );
    expect(() => stepOf([], { npm_config_pack: "true" })).toThrow("npm took --pack for itself");
  });

  it("is refused without a history", async () => {
    vi.stubEnv("GIT_CEILING_DIRECTORIES", tmpdir());
    expect(await refusalsOf(newFolder())).toEqual([
      "This folder has no git history, and a release is a commit and a tag.",
    ]);
  });
});

describe("what a release is made of", () => {
  it("has nothing of what git leaves out of the checkout, by its file or by a list of its own", async () => {
    const folder = checkout();
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, ".gitignore"), "*.key\n");
    writeFileSync(join(folder, "src/main.ts"), "");
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--message", "sources");
    writeFileSync(join(folder, "src/private.key"), "secret");
    writeFileSync(join(folder, ".git/info/exclude"), "notes.txt\n");
    writeFileSync(join(folder, "src/notes.txt"), "secret");
    const copy = await openCopy(folder);
    folders.push(copy);
    expect(readdirSync(join(copy, "src"))).toEqual(["main.ts"]);
  });

  it("is built by programs that are told no token", async () => {
    const names = [
      "NODE_AUTH_TOKEN",
      "NPM_TOKEN",
      "GITHUB_TOKEN",
      "ACTIONS_ID_TOKEN_REQUEST_URL",
      "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
      "npm_config_//registry.example.com/:_authToken",
      "npm_config__auth",
      "npm_config__password",
      "NPM_CONFIG_OTP",
    ];
    for (const name of names) vi.stubEnv(name, "told-to-nobody");
    const program = "process.exit(Object.values(process.env).includes('told-to-nobody') ? 1 : 0)";
    await inCopy(newFolder(), process.execPath, ["--eval", program]);
  });
});

/** A release whose commit, tag and tarballs were made in a copy of `root`, as they are kept. */
async function packed(root: string, contents: Readonly<Record<string, string>>) {
  const copy = newFolder();
  git(copy, "clone", "--quiet", root, ".");
  git(copy, "commit", "--quiet", "--allow-empty", "--message", "release: 0.2.0");
  git(copy, "tag", "--annotate", "v0.2.0", "--message", "v0.2.0");
  mkdirSync(join(copy, "tarballs"));
  const packages = Object.entries(contents).map(([room, content]) => {
    const tarball = join(copy, "tarballs", `${room}.tgz`);
    writeFileSync(tarball, content);
    const name = `@acme/auth-${room}`;
    return { name, folder: room, tarball, entries: [], level: 0, peers: {} };
  });
  const shelf = join(copy, "tarballs");
  await writeRelease(shelf, { copy, version: "0.2.0", packages });
  return shelf;
}

describe("pushing", () => {
  async function begun() {
    const origin = newFolder();
    git(origin, "init", "--quiet", "--bare", "--initial-branch", "main");
    const root = checkout();
    git(root, "remote", "add", "origin", origin);
    git(root, "push", "--quiet", "origin", "main");
    return { origin, root, release: readRelease(await packed(root, { core: "core" })) };
  }
  const merge = (root: string) => {
    git(root, "commit", "--quiet", "--allow-empty", "--message", "meanwhile");
    git(root, "push", "--quiet", "origin", "HEAD:main");
  };

  it("brings the commit and the tag to origin from a checkout of what they were made from", async () => {
    const { origin, root, release } = await begun();
    await push(release, root);
    expect(git(origin, "log", "--format=%s", "main")).toBe("release: 0.2.0\nbegin");
    expect(git(origin, "rev-parse", "v0.2.0^{commit}")).toBe(git(origin, "rev-parse", "main"));
  });

  it("changes nothing when both are there, whatever was merged since", async () => {
    const { origin, root, release } = await begun();
    await push(release, root);
    git(root, "reset", "--quiet", "--hard", "v0.2.0");
    merge(root);
    await push(release, root);
    expect(git(origin, "log", "--format=%s", "main")).toBe("meanwhile\nrelease: 0.2.0\nbegin");
  });

  it("leaves no tag behind when something was merged before it", async () => {
    const { origin, root, release } = await begun();
    merge(root);
    await expect(push(release, root)).rejects.toThrow("git push");
    expect(git(origin, "tag")).toBe("");
  });
});

describe("publishing", () => {
  /** An npm that knows some packages, and writes down what it is asked to do and what is typed. */
  function plantNpm(known: Readonly<Record<string, string>> = {}): string {
    const folder = newFolder();
    const answers = Object.entries(known).map(
      ([room, answer]) => `  "view @acme/auth-${room}@0.2.0"*) echo '${answer}' ;;`,
    );
    const script = `#!/bin/sh
case "$*" in
  config*) echo https://registry.example.com/ ;;
${answers.join("\n")}
  view*) echo "npm error code E404" >&2; exit 1 ;;
  *) echo "$*" >> "${join(folder, "asked")}"
     if [ -n "$ASKS" ]; then read typed; echo "$typed" >> "${join(folder, "typed")}"; fi ;;
esac
`;
    writeFileSync(join(folder, "npm"), script);
    chmodSync(join(folder, "npm"), 0o755);
    vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
    return folder;
  }
  const linesOf = (folder: string, name: string): readonly string[] =>
    existsSync(join(folder, name))
      ? readFileSync(join(folder, name), "utf8").trim().split("\n")
      : [];
  const answerOf = (integrity: string) =>
    JSON.stringify({ version: "0.2.0", "dist.integrity": integrity });
  const shelf = () => packed(checkout(), { core: "core", http: "http" });
  const integrityIn = (folder: string) => readRelease(folder).packages[0]?.integrity ?? "";

  it("passes over what the registry has, and asks for provenance only where there is an identity", async () => {
    const folder = await shelf();
    const npm = plantNpm({ core: answerOf(integrityIn(folder)) });
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", undefined);
    await publish(readRelease(folder));
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", "https://token.example.com");
    await publish(readRelease(folder));
    const begin = `publish ${join(folder, "http.tgz")} --access=public --ignore-scripts`;
    const end = "--registry=https://registry.example.com/";
    expect(linesOf(npm, "asked")).toEqual([
      `${begin} --provenance=false ${end}`,
      `${begin} --provenance=true ${end}`,
    ]);
  });

  it.each([
    ["other content", answerOf("sha512-b3RoZXI=")],
    ["content of which it tells nothing", '"0.2.0"'],
  ])("is refused, all of it, when the registry has a version with %s", async (_, answer) => {
    const npm = plantNpm({ http: answer });
    await expect(publish(readRelease(await shelf()))).rejects.toThrow(
      "https://registry.example.com/ has @acme/auth-http@0.2.0 with other content than ",
    );
    expect(linesOf(npm, "asked")).toEqual([]);
  });

  it("is refused when a tarball is not the one that was packed, or there is none", async () => {
    const folder = await shelf();
    writeFileSync(join(folder, "http.tgz"), "changed");
    expect(() => readRelease(folder)).toThrow("http.tgz is not what was packed for 0.2.0.");
    expect(() => readRelease(newFolder())).toThrow("npm run release -- --pack makes one.");
  });

  it("hands npm what is typed: the one-time password that it asks for", async () => {
    const folder = await shelf();
    const npm = plantNpm({ http: answerOf(readRelease(folder).packages[1]?.integrity ?? "") });
    const module = pathToFileURL(join(import.meta.dirname, "release/publish.mjs"));
    const program = `import { publish } from ${JSON.stringify(module)}; await publish(${JSON.stringify(readRelease(folder))});`;
    const args = ["--input-type=module", "--eval", program];
    spawnSync(process.execPath, args, { input: "123456\n", env: { ...process.env, ASKS: "1" } });
    expect(linesOf(npm, "typed")).toEqual(["123456"]);
  });

  it("and pushing load and install nothing, for they run where the tokens are", () => {
    expect([["--push"], ["--publish"], ["--pack"], []].map(needsNothing)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const folder = newFolder();
    cpSync(import.meta.dirname, join(folder, "scripts"), { recursive: true });
    for (const option of ["--push", "--publish"]) {
      const args = ["scripts/run.mjs", "release", option];
      const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      expect(stderr).toContain(`${join(folder, "tarballs")} holds no release`);
    }
    expect(readdirSync(folder)).toEqual(["scripts"]);
  });
});

it("a bundled package is known by the folder that its sources come from", () => {
  const store = "../../../node_modules/.pnpm";
  expect(
    bundledIn([
      "../src/main.ts",
      `${store}/express@5.3.0/node_modules/express/lib/express.js`,
      `${store}/@scope+name@1.2.3_peer@4.0.0/node_modules/@scope/name/index.js`,
    ]),
  ).toEqual(["express@5.3.0", "@scope/name@1.2.3"]);
});

it("the bill of materials names what is bundled, below the package that has it inside, and no folder of the machine", () => {
  const server = {
    "bom-ref": "@acme/auth-server@0.2.0",
    externalReferences: [{ url: "file:/home/ada/tarballs/server.tgz" }],
  };
  const listed = {
    metadata: { component: { name: "auth-bill-x" } },
    components: [server, { "bom-ref": "known@1.0.0" }],
    dependencies: [{ ref: "@acme/auth-server@0.2.0", dependsOn: ["known@1.0.0"] }],
  };
  const inside = ["known", "@scope/inside"].map((name) => ({ name, version: "1.0.0" }));
  const bill = completeBill(listed, new Map([["@acme/auth-server@0.2.0", inside]]));
  expect(bill.metadata.component.name).toBe("acme-auth");
  expect(bill.components[0]?.externalReferences).toEqual([{ url: "server.tgz" }]);
  expect(bill.components[2]).toMatchObject({
    "bom-ref": "@scope/inside@1.0.0",
    purl: "pkg:npm/%40scope/inside@1.0.0",
  });
  expect(bill.components).toHaveLength(3);
  expect(bill.dependencies).toEqual([
    {
      ref: "@acme/auth-server@0.2.0",
      dependsOn: ["known@1.0.0", "@scope/inside@1.0.0"],
    },
  ]);
});
