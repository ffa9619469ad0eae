import { AuthError, type UserFilter } from "@acme/auth-core";
import { shellCommand } from "../config/shell-word.js";
import { counted } from "../starting/counted.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import { timeToCome } from "./instants.js";
import { answerFor, printedUser, tableOf } from "./printed-user.js";
import { readLimit } from "./queue-rows.js";
import { withAuth } from "./with-auth.js";
import { emailOf, operatorReason, operatorText, withUser } from "./with-user.js";

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
  const until = timeToCome("until", invocation.options["until"]);
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
