import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { resolve } from "node:path";
import { IN_MEMORY } from "../config/addresses.js";
import { type Database, readConfig } from "../config/config.js";
import { shellWord } from "../config/shell-word.js";
import { counted } from "../starting/counted.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import { openDatabaseFile } from "./database-files.js";

const PERCENT = 100;
/** The parameters of a Postgres URL that hold a password. */
const PASSWORDS = ["password", "sslpassword"];

/**
 * Copies a SQLite database while it is in use, and verifies the copy. For Postgres it prints the
 * command that does.
 */
export async function backUp({ env, values, progress }: Invocation): Promise<Answer> {
  const file = resolve(values["FILE"] ?? "");
  const { databaseUrl: database } = readConfig(env).config;
  if (database.engine === "postgres") return postgresAnswer(database, file);
  if (database.file === IN_MEMORY || !existsSync(database.file))
    throw new CommandFailure("There is no database file where DATABASE_URL says.");
  if (existsSync(file))
    throw new CommandFailure("FILE exists. A backup never overwrites one: choose another name.");
  const partial = `${file}.partial`;
  await copyTo(database.file, partial, progress);
  const tables = await publish(partial, file);
  progress("");
  const { size: bytes } = statSync(file);
  return {
    json: { file, bytes, tables, verified: true },
    text: `${shellWord(file)}: ${counted(bytes, "byte")}, ${counted(tables, "table")}, verified. It holds personal data; keep it as safe as the database.`,
  };
}

/**
 * The open read transaction keeps one state of the database for the whole copy, whatever is written
 * meanwhile.
 */
async function copyTo(
  from: string,
  partial: string,
  progress: Invocation["progress"],
): Promise<void> {
  const source = await openDatabaseFile(from, { readonly: true });
  try {
    create(partial);
  } catch (thrown) {
    source.close();
    throw thrown;
  }
  try {
    source.query("begin");
    source.query("select count(*) from sqlite_master");
    await source.copyTo(partial, (remaining) =>
      progress(`Copying: ${Math.floor(PERCENT * (1 - remaining))} %`),
    );
  } catch (thrown) {
    unlinkSync(partial);
    throw thrown;
  } finally {
    source.close();
  }
}

/** Readable by this user alone before it holds anything. */
function create(partial: string): void {
  try {
    closeSync(openSync(partial, "wx", 0o600));
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
    throw new CommandFailure(
      `${shellWord(partial)} exists: another backup writes it, or one was interrupted. If none is running, remove it and try again.`,
    );
  }
}

/**
 * Verifies the copy and gives it its name, which no other file may have taken meanwhile. Returns
 * how many tables it has.
 */
async function publish(partial: string, file: string): Promise<number> {
  try {
    const tables = await verify(partial);
    const written = openSync(partial, "r+");
    fsyncSync(written);
    closeSync(written);
    linkSync(partial, file);
    return tables;
  } finally {
    unlinkSync(partial);
  }
}

async function verify(partial: string): Promise<number> {
  const copy = await openDatabaseFile(partial, { readonly: false });
  try {
    // One file, without a log beside it.
    copy.query("pragma journal_mode = DELETE");
    const [integrity] = copy.query("pragma integrity_check");
    const faults = [
      ...(integrity?.["integrity_check"] === "ok" ? [] : ["integrity"]),
      ...(copy.query("pragma foreign_key_check").length === 0 ? [] : ["foreign keys"]),
    ];
    if (faults.length > 0)
      throw new CommandFailure(`The copy is damaged (${faults.join(", ")}), so it was removed.`);
    const [found] = copy.query(
      "select count(*) as tables from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    );
    return Number(found?.["tables"]);
  } finally {
    copy.close();
  }
}

function postgresAnswer(
  { url }: Extract<Database, { readonly engine: "postgres" }>,
  file: string,
): Answer {
  const target = new URL(url.reveal());
  // A password whose slash is not encoded reads as a path, and would be printed with it.
  if (`${target.pathname}${target.search}${target.hash}`.includes("@"))
    throw new CommandFailure(
      "DATABASE_URL has an @ after its host. Encode what its password holds: / as %2F, @ as %40.",
    );
  const hasPassword = [
    target.password,
    ...PASSWORDS.map((name) => target.searchParams.get(name)),
  ].some(Boolean);
  target.password = "";
  for (const name of PASSWORDS) target.searchParams.delete(name);
  // pg_dump reads a plus as itself.
  target.search = target.search.replaceAll("+", "%20");
  const command = `pg_dump --format=custom --no-owner --file=${shellWord(file)} --dbname=${shellWord(target.href)}`;
  const advice = "Give the password by ~/.pgpass or PGPASSWORD, never as an argument.";
  return {
    json: { command },
    text: [
      "Postgres has its own tool for this. Run it where pg_dump is at least as new as the server:",
      { verbatim: `  (umask 077; ${command})` },
      ...(hasPassword ? [advice] : []),
      { verbatim: `Verify it: pg_restore --list ${shellWord(file)}` },
    ],
    exitCode: EXIT.done,
  };
}
