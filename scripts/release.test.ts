import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bundledIn, completeBill } from "./release/bill-of-materials.mjs";
import { RELEASES, withRelease } from "./release/changelog.mjs";
import { faultsOfChangesets, readChangeset } from "./release/changesets.mjs";
import { publish } from "./release/publish.mjs";
import { refusalsOf } from "./release/refusals.mjs";
import { askedFor } from "./release/release.mjs";

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

describe("a release", () => {
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
    });
  function checkout(): string {
    const folder = newFolder();
    mkdirSync(join(folder, ".changeset"));
    writeFileSync(join(folder, ".changeset/kinder.md"), `---\n${CORE}\n---\n\nKinder mails.\n`);
    git(folder, "init", "--quiet", "--initial-branch", "main");
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--message", "begin");
    return folder;
  }

  it("is made from a clean checkout of main with a changeset", async () => {
    expect(await refusalsOf(checkout(), "0.1.0")).toEqual([]);
  });

  it("is refused while a file is changed and not committed", async () => {
    const folder = checkout();
    writeFileSync(join(folder, "new.txt"), "new");
    expect(await refusalsOf(folder, "0.1.0")).toEqual([
      "Some files are changed and not committed: commit them, or put them aside.",
    ]);
  });

  it("is refused on another branch", async () => {
    const folder = checkout();
    git(folder, "switch", "--quiet", "--create", "idea");
    expect(await refusalsOf(folder, "0.1.0")).toEqual([
      'This is the branch "idea", and releases are made from "main".',
    ]);
  });

  it("is refused without a changeset, unless it was begun here and is to be finished", async () => {
    const folder = checkout();
    git(folder, "rm", "--quiet", ".changeset/kinder.md");
    git(folder, "commit", "--quiet", "--message", "release: 0.2.0");
    expect(await refusalsOf(folder, "0.2.0")).toEqual([
      "No changeset waits in .changeset, so there is nothing to release: add one with `npx changeset`.",
    ]);
    git(folder, "tag", "v0.2.0");
    expect(await refusalsOf(folder, "0.2.0")).toEqual([]);
  });

  it("is refused from a checkout that lacks commits of origin, and made from one that is ahead", async () => {
    const origin = checkout();
    const folder = newFolder();
    git(folder, "clone", "--quiet", origin, ".");
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "ahead");
    expect(await refusalsOf(folder, "0.1.0")).toEqual([]);
    git(origin, "commit", "--quiet", "--allow-empty", "--message", "newer");
    expect(await refusalsOf(folder, "0.1.0")).toEqual([
      '"main" of origin has commits that are not here: pull them first.',
    ]);
  });

  it("is not made for an option that is misspelt, or that npm took for itself", () => {
    expect(askedFor(["--dry-run"], {})).toEqual({ rehearsal: true, push: false });
    expect(askedFor(["--push"], {})).toEqual({ rehearsal: false, push: true });
    expect(() => askedFor(["--dryrun"], {})).toThrow('There is no option "--dryrun".');
    expect(() => askedFor([], { npm_config_dry_run: "true" })).toThrow(
      "npm took --dry-run for itself: npm run release -- --dry-run",
    );
    expect(() => askedFor([], { npm_config_push: "true" })).toThrow("npm took --push for itself");
  });

  it("is refused without a history", async () => {
    vi.stubEnv("GIT_CEILING_DIRECTORIES", tmpdir());
    expect(await refusalsOf(newFolder(), "0.1.0")).toEqual([
      "This folder has no git history, and a release is a commit and a tag.",
    ]);
  });
});

describe("publishing", () => {
  /** An npm that knows one package, and writes down what it is asked to do. */
  function plantNpm(): string {
    const folder = newFolder();
    const script = `#!/bin/sh
case "$*" in
  config*) echo https://registry.example.com/ ;;
  "view @acme/auth-core@"*) echo 0.2.0 ;;
  view*) echo "npm error code E404" >&2; exit 1 ;;
  *) echo "$*" >> "${join(folder, "asked")}" ;;
esac
`;
    writeFileSync(join(folder, "npm"), script);
    chmodSync(join(folder, "npm"), 0o755);
    vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
    return join(folder, "asked");
  }
  const packages = ["core", "http"].map((room) => ({
    name: `@acme/auth-${room}`,
    folder: room,
    tarball: `${room}.tgz`,
    entries: [],
    level: 0,
    peers: {},
  }));

  it("passes over what the registry has, and asks for provenance only where there is an identity", async () => {
    const asked = plantNpm();
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", undefined);
    await publish(packages, "0.2.0");
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", "https://token.example.com");
    await publish(packages, "0.2.0");
    const rest = "--registry=https://registry.example.com/";
    expect(readFileSync(asked, "utf8").trim().split("\n")).toEqual([
      `publish http.tgz --access=public --provenance=false ${rest}`,
      `publish http.tgz --access=public --provenance=true ${rest}`,
    ]);
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
