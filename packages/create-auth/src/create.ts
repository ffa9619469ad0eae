import { type Arguments, UsageError } from "./arguments.js";
import { type Folder, openFolder, SECRET_MODE } from "./folder.js";
import { DEFAULT_FRAMEWORK, type Framework, frameworkOf } from "./frameworks.js";
import { dependenciesOf, parseManifest } from "./package-json.js";
import { packageManagerOf } from "./package-manager.js";
import { makePlan, type Plan } from "./plan.js";
import { type Report, reportOf } from "./report.js";
import { ownVersion, readTemplate } from "./template.js";

/** What this program needs from outside. */
export interface World {
  /** 32 random bytes in base64. */
  readonly createSecret: () => string;
  /** What `npm_config_user_agent` says. */
  readonly userAgent: string | undefined;
  /** Which framework, when nothing tells. */
  readonly chooseFramework: () => Promise<Framework>;
  /** Whether to write these. */
  readonly confirm: (plan: Plan, folder: string) => Promise<boolean>;
  /** Runs a program in a folder. Resolves to its exit code. */
  readonly run: (program: string, args: readonly string[], folder: string) => Promise<number>;
}

/**
 * Writes the files into the folder. Null: the user said no, and nothing was written.
 *
 * @throws UsageError when its package.json cannot be read, or its package manager fails.
 */
export async function create(args: Arguments, world: World): Promise<Report | null> {
  const folder = openFolder(args.folder);
  const framework = args.framework ?? detect(folder) ?? (await chosen(args, world));
  const template = readTemplate(framework);
  const secret = world.createSecret();
  const manager = packageManagerOf(folder, world.userAgent);
  const plan = makePlan(folder, { framework, template, version: ownVersion(), secret });
  if (!args.yes && !(await world.confirm(plan, folder.path))) return null;
  carryOut(plan, folder);
  if (args.install) await install(manager, folder, world);
  return reportOf({ folder: folder.path, plan, manager, installed: args.install, template });
}

async function install(manager: string, folder: Folder, { run }: World): Promise<void> {
  const ended = await run(manager, ["install"], folder.path).then(
    (code) => (code === 0 ? null : `ended with code ${code}.${adviceOf(manager)}`),
    (thrown: unknown) => `could not be started (${messageOf(thrown)}).`,
  );
  if (ended) throw new UsageError(`The files are written; ${manager} install ${ended}`);
}

/** From version 11 on, pnpm fails when a package that it has not built wants to be. */
const adviceOf = (manager: string) =>
  manager === "pnpm" ? " If it names ignored build scripts, run pnpm approve-builds." : "";

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));

function detect(folder: Folder): Framework | null {
  const manifest = folder.look("package.json");
  return manifest.kind === "file"
    ? frameworkOf(dependenciesOf(parseManifest(manifest.text)))
    : null;
}

const chosen = async ({ yes }: Arguments, { chooseFramework }: World): Promise<Framework> =>
  yes ? DEFAULT_FRAMEWORK : chooseFramework();

const UNFINISHED =
  "It stopped there: what it wrote before stays. Correct this, and run it again for the rest.";

function carryOut({ steps }: Plan, folder: Folder): void {
  for (const { path, change, write } of steps)
    try {
      if (change !== undefined) folder.change(path, change);
      if (write !== undefined) folder.write(path, write, path === ".env" ? SECRET_MODE : undefined);
    } catch (thrown) {
      throw new Error(`${messageOf(thrown)}\n${UNFINISHED}`, { cause: thrown });
    }
}
