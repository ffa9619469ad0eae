import { type EmailAddress, parseEmailAddress, type UserRecord } from "@acme/auth-core";
import { printable } from "../config/printable.js";
import type { OpenedAuth } from "../serving/open-auth.js";
import { CommandFailure, EXIT, type Invocation } from "./command.js";
import { withAuth } from "./with-auth.js";

/** Runs `work` on the user whom the argument `EMAIL` names. */
export function withUser<T>(
  { env, values }: Pick<Invocation, "env" | "values">,
  work: (opened: OpenedAuth, user: UserRecord) => Promise<T>,
): Promise<T> {
  const email = emailOf(values["EMAIL"]);
  return withAuth(env, async (opened) => work(opened, await findUser(opened, email)));
}

/** Returns the user with that email address. */
export async function findUser(
  { auth }: Pick<OpenedAuth, "auth">,
  email: EmailAddress,
): Promise<UserRecord> {
  const user = await auth.users.findByEmail(email);
  if (!user) throw new CommandFailure("There is no user with this email address.", EXIT.unknown);
  return user;
}

/** Returns the email address that was given. */
export function emailOf(text: string | undefined): EmailAddress {
  const email = parseEmailAddress(text ?? "");
  if (!email) throw new CommandFailure("EMAIL must be an email address.", EXIT.misused);
  return email;
}

/** Returns what the audit log keeps for operators: who called the command, and what they wrote. */
export const operatorText = (caller: string, text: string): string =>
  `${printable(caller)}: ${text.trim()}`;

/**
 * Returns the same of the option `--reason`, which may not be empty.
 * @param why what the reason is for, in a clause
 */
export function operatorReason(
  { caller, options }: Pick<Invocation, "caller" | "options">,
  why: string,
): string {
  const { reason } = options;
  if (typeof reason !== "string" || reason.trim() === "")
    throw new CommandFailure(`--reason is required: ${why}.`, EXIT.misused);
  return operatorText(caller, reason);
}
