import { AuthError, type UserFilter, type UserRecord } from "@acme/auth-core";
import { readConfig } from "../config/config.js";
import { shellCommand, shellWord } from "../config/shell-word.js";
import { counted } from "../starting/counted.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import type { Table } from "./layout.js";
import { readLimit } from "./queue-rows.js";
import { ownOfFeatures } from "./users-of-features.js";
import { withAuth } from "./with-auth.js";
import { emailOf, operatorReason, operatorText, withUser } from "./with-user.js";

/** A user as commands print them. */
interface PrintedUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly createdAt: string;
  readonly suspendedAt: string | null;
  /** When the suspension ends by itself; null for never. */
  readonly suspendedUntil: string | null;
}

const FILTERS: readonly UserFilter[] = ["all", "suspended", "unverified"];

/** Lists users by their email addresses. */
export const listUsers = ({ env, options }: Invocation): Promise<Answer> => {
  const limit = readLimit(options["limit"]);
  const filter = FILTERS.find((known) => known === (options["filter"] ?? "all"));
  if (!filter)
    throw new CommandFailure(`--filter must be one of ${FILTERS.join(", ")}.`, EXIT.misused);
  const after = options["after"] === undefined ? null : emailOf(String(options["after"]));
  const prefix = String(options["search"] ?? "");
  return withAuth(env, async ({ auth }) => {
    const { users, next } = await auth.users.list({ filter, prefix, after, limit });
    const printed = users.map(printedUser);
    const asked = ["filter", "search", "limit"].flatMap((name) =>
      options[name] === undefined ? [] : [`--${name}=${String(options[name])}`],
    );
    const more = next === null ? [] : [{ verbatim: `More: ${pageAfter(next, asked)}` }];
    return {
      json: { users: printed, next },
      text: users.length === 0 ? "There is no such user." : [tableOf(printed), ...more],
    };
  });
};

/** The value stands behind a = where it would be taken for an option. */
const pageAfter = (email: string, asked: readonly string[]): string =>
  shellCommand(
    ...["auth-server", "users", "list", ...asked],
    ...(email.startsWith("-") ? [`--after=${email}`] : ["--after", email]),
  );

/** Shows one user, with a pending deletion, and what features have of them. */
export const showUser = (invocation: Invocation): Promise<Answer> =>
  withUser(invocation, async (opened, user) => {
    const { auth } = opened;
    const deletion = await auth.users.findDeletion(user.id);
    const own = await ownOfFeatures(opened, user);
    const since = user.secondFactorSince?.toISOString();
    const isWithheld = since && readConfig(invocation.env).config.secondFactor === "off";
    const printed = {
      ...printedUser(user),
      deletion: deletion && {
        scheduledFor: deletion.scheduledFor.toISOString(),
        errorCode: deletion.errorCode,
      },
      ...own.reduce<object>((all, { json }) => ({ ...all, ...json }), {}),
    };
    const failed = deletion?.errorCode ? `, and an attempt at it has failed: jobs list --dead` : "";
    const pending = deletion
      ? [`Its deletion is due at ${deletion.scheduledFor.toISOString()}${failed}.`]
      : [];
    const withheld = isWithheld
      ? [`Second factor since ${since}; SECOND_FACTOR=off: the user cannot sign in.`]
      : [];
    const text = [tableOf([printed]), ...pending, ...withheld, ...own.map((each) => each.text)];
    return { json: printed, text };
  });

/** Creates a user without a password, whom a mail invites to set one. */
export const createUser = ({ caller, env, values, options }: Invocation): Promise<Answer> => {
  const email = emailOf(values["EMAIL"]);
  return withAuth(env, async ({ auth }) => {
    const name = String(options["name"] ?? "");
    const { id } = await auth.users
      .create({ email, name, operator: operatorText(caller, "created") })
      .catch(explainTaken);
    const json = { id, email };
    return { json, text: `Created ${email}. A worker mails the invitation to set a password.` };
  });
};

function explainTaken(thrown: unknown): never {
  if (AuthError.is(thrown) && thrown.code === "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL")
    throw new CommandFailure("There is a user with this email address already.");
  throw thrown;
}

/** Suspends a user. The reason is for operators only. */
export const suspendUser = (invocation: Invocation): Promise<Answer> => {
  const operator = operatorReason(invocation, "why the user is suspended");
  const until = instantOf(invocation.options["until"]);
  return withUser(invocation, async ({ auth }, { id }) => {
    const user = await auth.users.suspend(id, { operator, until });
    const end = until ? `until ${until.toISOString()}` : "until an operator reinstates them";
    return answerFor(user, `${user.email} is suspended ${end}. All their sessions have ended.`);
  });
};

/** Ends a suspension. */
export const reinstateUser = (invocation: Invocation): Promise<Answer> =>
  withUser(invocation, async ({ auth }, { id }) => {
    const user = await auth.users.reinstate(id, {
      operator: operatorText(invocation.caller, "reinstated"),
    });
    return answerFor(user, `${user.email} may sign in again.`);
  });

/** Ends all sessions of a user. */
export const endSessions = (invocation: Invocation): Promise<Answer> =>
  withUser(invocation, async ({ auth }, { id, email }) => {
    const ended = await auth.users.endSessions(id, {
      operator: operatorText(invocation.caller, "ended sessions"),
    });
    return { json: { id, ended }, text: `Ended for ${email}: ${counted(ended, "session")}` };
  });

/** ISO 8601 in UTC or with an offset: without one it would depend on the machine. */
function instantOf(text: string | boolean | undefined): Date | null {
  if (text === undefined) return null;
  const instant = /T.*(Z|[+-]\d\d:\d\d)$/.test(String(text)) ? new Date(String(text)) : null;
  if (!instant || Number.isNaN(instant.getTime()) || instant.getTime() <= Date.now())
    throw new CommandFailure(
      "--until must be a time to come, such as 2030-01-31T12:00:00Z.",
      EXIT.misused,
    );
  return instant;
}

const printedUser = (user: UserRecord): PrintedUser => ({
  id: user.id,
  email: user.email,
  emailVerified: user.emailVerified,
  name: user.name,
  createdAt: user.createdAt.toISOString(),
  suspendedAt: user.suspendedAt?.toISOString() ?? null,
  suspendedUntil: user.suspendedUntil?.toISOString() ?? null,
});

const answerFor = (user: UserRecord, text: string): Answer => ({ json: printedUser(user), text });

const tableOf = (users: readonly PrintedUser[]): Table => ({
  head: ["EMAIL", "VERIFIED", "NAME", "SINCE", "SUSPENDED", "UNTIL", "ID"],
  rows: users.map((user) => [
    // To be copied into the next command.
    shellWord(user.email),
    user.emailVerified ? "yes" : "no",
    user.name,
    user.createdAt,
    user.suspendedAt,
    user.suspendedUntil,
    user.id,
  ]),
});
