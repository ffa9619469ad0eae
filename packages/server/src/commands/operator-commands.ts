import type { Command } from "./command.js";

/** How many rows a command shows. */
export const LIMIT = { value: "N", doc: "The largest number of rows. Default: 100." } as const;

const REASON = {
  value: "TEXT",
  isRequired: true,
  doc: "Why, for operators only. Required.",
} as const;

/** The commands about users, organizations and the audit log. */
export const OPERATOR_COMMANDS = {
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
      "Shows one user: sign-in methods, passkeys, providers, organizations, the last sign-in, a suspension, a pending deletion, their second factor and a way back.",
    load: async () => (await import("./show-user.js")).showUser,
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
      reason: REASON,
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
  "users delete": {
    arguments: ["EMAIL"],
    options: { reason: REASON },
    summary:
      "Starts the deletion of a user, which takes place at the end of the grace period. A mail tells them.",
    load: async () => (await import("./accounts.js")).deleteUser,
  },
  "users cancel-deletion": {
    arguments: ["EMAIL"],
    options: { reason: REASON },
    summary: "Cancels the pending deletion of a user. A mail tells them.",
    load: async () => (await import("./accounts.js")).cancelDeletion,
  },
  "users export": {
    arguments: ["EMAIL", "FILE?"],
    options: { reason: REASON },
    summary:
      "Writes the data of a user into a new `FILE` that only you can read. Without it, a worker makes the export, and the user is mailed and downloads it.",
    load: async () => (await import("./export-user.js")).exportUser,
  },
  "users send-reset": {
    arguments: ["EMAIL"],
    summary: "Mails a user a link that sets a new password, within the budget of the mailbox.",
    load: async () => (await import("./accounts.js")).sendReset,
  },
  "users verify": {
    arguments: ["EMAIL"],
    options: {
      reason: REASON,
      "keep-credentials": {
        doc: "Keep password, passkeys, linked accounts and sessions: only when you know that the owner of the mailbox set up all of them.",
      },
    },
    summary:
      "Marks the email address as verified, and removes what another person could have set up before, as a proof of the mailbox does.",
    load: async () => (await import("./accounts.js")).verifyUser,
  },
  "users activity": {
    arguments: ["EMAIL"],
    options: { limit: LIMIT },
    summary: "Shows what happened to a user, newest first, with what operators wrote.",
    load: async () => (await import("./accounts.js")).showActivity,
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
  "orgs list": {
    options: {
      search: { value: "PREFIX", doc: "What the slug begins with." },
      after: { value: "SLUG", doc: "Where the page before ended." },
      limit: LIMIT,
    },
    summary: "Lists organizations by their slugs.",
    load: async () => (await import("./orgs.js")).listOrganizations,
  },
  "orgs show": {
    arguments: ["SLUG"],
    options: { limit: { value: "N", doc: "The largest number of members. Default: 100." } },
    summary: "Shows one organization, by its slug or id, with its members.",
    load: async () => (await import("./orgs.js")).showOrganization,
  },
  "orgs transfer": {
    arguments: ["SLUG", "EMAIL"],
    options: {
      from: {
        value: "EMAIL",
        doc: "The owner who becomes an admin. Needed where there are several owners.",
      },
      reason: REASON,
    },
    summary:
      "Makes a member the owner of an organization in the place of another, who becomes an admin. A mail tells both.",
    load: async () => (await import("./orgs.js")).transferOrganization,
  },
  "audit list": {
    options: {
      user: { value: "EMAIL", doc: "Only entries of this user." },
      organization: { value: "SLUG", doc: "Only entries of this organization, by slug or id." },
      event: { value: "NAME", doc: "Only entries of this event, such as `user.suspended`." },
      since: {
        value: "ISO",
        doc: "Only entries of this time and later, such as 2030-01-31T12:00:00Z.",
      },
      until: { value: "ISO", doc: "Only entries before this time." },
      after: { value: "POSITION", doc: "Where the page before ended." },
      limit: LIMIT,
      follow: {
        doc: "Oldest first; then print each new entry, until you stop it. With `--json`, one value per line.",
      },
    },
    summary: "Lists the audit log, newest first, with what operators wrote.",
    load: async () => (await import("./audit.js")).listAudit,
  },
} as const satisfies Readonly<Record<string, Command>>;
