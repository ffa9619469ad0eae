import { FEATURE_SERVERS } from "../features/features.js";
import { joinRows } from "../features/join-rows.js";
import type { Command, FeatureCommand, Run } from "./command.js";
import { LIMIT, OPERATOR_COMMANDS } from "./operator-commands.js";

/** The commands of the server without its features. */
const OWN_COMMANDS = {
  serve: {
    summary: "Answers requests, and does the background work unless `WORKER=off`. The default.",
    load: null,
  },
  worker: { summary: "Does the background work and nothing else.", load: null },
  migrate: {
    options: {
      check: { doc: "Change nothing; fail when the database is older than the program." },
      plan: {
        doc: "Change nothing; print the statements that would run, the locks they take and the sizes of the tables.",
      },
    },
    summary: "Brings the database up to date.",
    load: async () => (await import("./migrate.js")).migrateDatabase,
  },
  "jobs list": {
    options: { dead: { doc: "Only jobs that were given up." }, limit: LIMIT },
    summary: "Lists the deletions, exports and removals that wait or were given up.",
    load: async () => (await import("./jobs.js")).listJobs,
  },
  "jobs retry": {
    arguments: ["ID"],
    summary: "Tries a job that was given up once more, with all its attempts.",
    load: async () => (await import("./jobs.js")).retryJob,
  },
  "jobs cancel": {
    arguments: ["ID"],
    summary:
      "Takes a job out of the queue. The deletion or the export that it was for ends, and its user is told. A job that erases stays.",
    load: async () => (await import("./jobs.js")).cancelJob,
  },
  "mails list": {
    options: { dead: { doc: "Only mails that were given up." }, limit: LIMIT },
    summary: "Lists the mails that wait or were given up, without what they say.",
    load: async () => (await import("./mails.js")).listMails,
  },
  "mails retry": {
    arguments: ["ID"],
    summary: "Tries a mail that was given up once more, with all its attempts.",
    load: async () => (await import("./mails.js")).retryMail,
  },
  "mails drop": {
    arguments: ["ID"],
    summary: "Takes a mail out of the queue: it is not sent.",
    load: async () => (await import("./mails.js")).dropMail,
  },
  ...OPERATOR_COMMANDS,
  "erasures replay": {
    summary:
      "After a backup was restored: erases the users again who were erased since, by `ERASURE_LEDGER`. May be interrupted and called again.",
    load: async () => (await import("./erasures.js")).replayErasures,
  },
  keys: {
    summary: "Shows how much is still stored under each secret, and how to rotate.",
    load: async () => (await import("./keys.js")).showKeys,
  },
  secret: {
    summary: "Prints a new random secret for `SERVICE_AUTH_SECRET`.",
    load: async () => (await import("./keys.js")).newSecret,
  },
  config: {
    summary: "Shows the configuration as it takes effect, without secrets.",
    load: async () => (await import("./config.js")).showConfig,
  },
  doctor: {
    arguments: ["URL?"],
    summary:
      "Checks configuration, database, mail server, provider and queues; with a URL, a running deployment from outside.",
    load: async () => (await import("./doctor.js")).examine,
  },
  backup: {
    arguments: ["FILE"],
    summary:
      "Writes a verified copy of a SQLite database in use; for Postgres, prints the command.",
    load: async () => (await import("./backup.js")).backUp,
  },
  "eject pages": {
    arguments: ["DIR", "NAMES?"],
    options: {
      force: { doc: "Overwrite files that exist already." },
      diff: { doc: "Show what you and the package have changed since; write nothing." },
      accept: {
        doc: "You have taken over the package's changes: `--diff` shows later ones only from now on.",
      },
    },
    summary:
      "Copies templates of the ready pages into `DIR`, for a program of your own: this server loads none. `NAMES` are pages such as `signIn`, `layout`, `parts`, `style` and `texts`, comma-separated; without them, everything is copied.",
    load: async () => (await import("./eject-pages.js")).ejectPages,
  },
} as const satisfies Readonly<Record<string, Command>>;

/**
 * Every command, in the order in which help and documents show them. Nothing is loaded before a
 * command is called.
 */
export const COMMANDS = joinRows<Command, typeof OWN_COMMANDS>(
  OWN_COMMANDS,
  "erasures replay",
  FEATURE_SERVERS.map(({ commands }) => carriedOut(commands)),
  firstWord,
);

function firstWord(name: string): string {
  return name.split(" ", 1)[0] ?? "";
}

function carriedOut(
  commands: Readonly<Record<string, FeatureCommand>>,
): Readonly<Record<string, Command>> {
  const rows = Object.entries(commands).map(
    ([name, command]) => [name, { ...command, load: () => loadFor(command) }] as const,
  );
  return Object.fromEntries(rows);
}

/** Loads what carries out a command of a feature, and what it is given. */
async function loadFor({ load }: FeatureCommand): Promise<Run> {
  const [{ asFeature }, run] = await Promise.all([import("./feature-call.js"), load()]);
  return (invocation) => run(asFeature(invocation));
}
