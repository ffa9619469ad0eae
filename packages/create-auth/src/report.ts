import { type Framework, FRAMEWORKS } from "./frameworks.js";
import type { PackageManager } from "./package-manager.js";
import type { ByHand, Plan } from "./plan.js";
import type { Template } from "./template.js";

/** What `--json` prints. The secret is not in it. */
export interface Report {
  readonly folder: string;
  readonly framework: Framework;
  /** Whether the application was there before. */
  readonly existing: boolean;
  /** New files. */
  readonly written: readonly string[];
  /** Files that got more lines. */
  readonly changed: readonly string[];
  /** Files that exist and stay as they are. */
  readonly kept: readonly string[];
  /** What is left to do in files that exist. */
  readonly byHand: readonly ByHand[];
  readonly installed: boolean;
  /** The path that only signed-in users reach. */
  readonly guarded: string;
  /** Commands, to be typed in the folder in this order. */
  readonly next: readonly string[];
}

interface Done {
  readonly folder: string;
  readonly plan: Plan;
  readonly manager: PackageManager;
  readonly installed: boolean;
  readonly template: Template;
}

/** Tells what was done with a plan. */
export function reportOf({ folder, plan, manager, installed, template }: Done): Report {
  const { framework, existing, write, change, kept, byHand, test } = plan;
  const scripts = existing ? [test] : [test, template.start];
  return {
    folder,
    framework,
    existing,
    written: [...write.keys()],
    changed: [...change.keys()],
    kept,
    byHand,
    installed,
    guarded: template.guarded,
    next: [
      ...(installed ? [] : [`${manager} install`]),
      // Until it is asked, pnpm 10 and later builds no package, and SQLite has no driver.
      ...(manager === "pnpm" ? ["pnpm approve-builds"] : []),
      ...scripts.map((script) => `${manager} run ${script}`),
    ],
  };
}

/** The same for people. */
export function textOf(report: Report): string {
  const { title } = FRAMEWORKS[report.framework];
  const list = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${heading}\n${lines.map((line) => `  ${line}`).join("\n")}\n`];
  return [
    `${title}, in ${report.folder}\n`,
    ...list("Written:", report.written.map(described)),
    ...list("Added to:", report.changed),
    ...list("Not changed:", report.kept),
    ...(report.byHand.length > 0 ? ["To do by hand:\n"] : []),
    ...report.byHand.map(({ file, text }) => `${file}\n${text.replace(/^(?=.)/gm, "  ")}\n`),
    ...list(`Next, in ${report.folder}:`, report.next),
    `Only signed-in users reach ${report.guarded}; a sign-up is a POST to /api/auth/sign-up/email.`,
    "The guide: https://github.com/acme/auth/tree/main/docs/guide/getting-started.md\n",
  ].join("\n");
}

const described = (path: string) =>
  path === ".env" ? ".env (a new secret; keep it, and never commit it)" : path;
