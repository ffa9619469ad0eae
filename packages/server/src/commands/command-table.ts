import { FEATURE_SERVERS } from "../features/features.js";
import { joinRows } from "../features/join-rows.js";
import type { Command, FeatureCommand, Run } from "./command.js";

const LIMIT = { value: "N", doc: "The largest number of rows. Default: 100." };

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
  "users list": {
    options: {
      filter: { value: "WHICH", doc: "`all`, `suspended` or `unverified`. Default: `all`." },
      search: { value: "PREFIX", doc: "What the email address begins with." },
      after: { value: "EMAIL", doc: "Where the page before ended." },
      limit: LIMIT,
    },
    summary: "Lists users by their email addresses.",
    load: async () => (await import("./users.js")).listUsers,
  },
  "users show": {
    arguments: ["EMAIL"],
    summary:
      "Shows one user, with a suspension, a pending deletion, their second factor and a way back.",
    load: async () => (await import("./users.js")).showUser,
  },
  "users create": {
    arguments: ["EMAIL"],
    options: { name: { value: "NAME", doc: "What the user is called." } },
    summary: "Creates a user without a password; a mail invites them to set one.",
    load: async () => (await import("./users.js")).createUser,
  },
  "users suspend": {
    arguments: ["EMAIL"],
    options: {
      reason: { value: "TEXT", isRequired: true, doc: "Why, for operators only. Required." },
      until: { value: "ISO", doc: "When it ends by itself, such as 2030-01-31T12:00:00Z." },
    },
    summary: "Suspends a user: all their sessions end, and they cannot sign in.",
    load: async () => (await import("./users.js")).suspendUser,
  },
  "users reinstate": {
    arguments: ["EMAIL"],
    summary: "Ends a suspension.",
    load: async () => (await import("./users.js")).reinstateUser,
  },
  "users end-sessions": {
    arguments: ["EMAIL"],
    summary: "Ends all sessions of a user, at once and everywhere.",
    load: async () => (await import("./users.js")).endSessions,
  },
  "sessions end": {
    arguments: ["EMAIL"],
    summary: "The same as `users end-sessions`.",
    load: async () => (await import("./users.js")).endSessions,
  },
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
