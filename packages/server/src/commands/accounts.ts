import { AuthError, isSuspended } from "@acme/auth-core";
import { shellCommand } from "../config/shell-word.js";
import { type Answer, CommandFailure, type Invocation } from "./command.js";
import { answerFor, printedUser } from "./printed-user.js";
import { readLimit } from "./queue-rows.js";
import { detailText, positionText, printedRecord } from "./records.js";
import { soleOwnerText } from "./show-user.js";
import { operatorReason, operatorText, withUser } from "./with-user.js";

const NO_MAIL = "No mail tells them: the email address is not verified.";

/** Starts the deletion of a user, which the worker carries out at the end of the grace period. */
export const deleteUser = (invocation: Invocation): Promise<Answer> => {
  const operator = operatorReason(invocation, "why the user is deleted");
  return withUser(invocation, async ({ auth }, { id, email, emailVerified }) => {
    const { id: requestId, scheduledFor } = await auth.users.startDeletion(id, { operator });
    const at = scheduledFor.toISOString();
    const described = await auth.users.describe(id);
    const owned = soleOwnerText(described?.organizations ?? []);
    const cancel = ["auth-server", "users", "cancel-deletion", "--reason", "TEXT", "--", email];
    return {
      json: { id, requestId, scheduledFor: at },
      text: [
        `${email} is deleted at ${at}. ${emailVerified ? "A worker mails them." : NO_MAIL}`,
        ...(owned === null ? [] : [owned]),
        { verbatim: `Until then it can be cancelled: ${shellCommand(...cancel)}` },
      ],
    };
  });
};

/** Cancels the pending deletion of a user. */
export const cancelDeletion = (invocation: Invocation): Promise<Answer> => {
  const operator = operatorReason(invocation, "why the deletion is cancelled");
  return withUser(invocation, async ({ auth }, { id, email }) => {
    await auth.users.cancelDeletion(id, { operator });
    return { json: { id, cancelled: true }, text: `${email} is not deleted.` };
  });
};

/** Mails a user a link that sets a new password. */
export const sendReset = (invocation: Invocation): Promise<Answer> =>
  withUser(invocation, async ({ auth }, user) => {
    const { id, email } = user;
    const operator = operatorText(invocation.caller, "sent a link for a new password");
    await auth.users.sendPasswordReset(id, { operator }).catch(explainBudget);
    const isOut = isSuspended(user, auth.clock.now());
    const withheld = isOut ? " The user is suspended: it signs no one in." : "";
    return {
      json: { id, email, queued: true },
      text: `A worker mails ${email} a link that sets a new password. Earlier links are dead.${withheld}`,
    };
  });

function explainBudget(thrown: unknown): never {
  if (AuthError.is(thrown) && thrown.code === "TOO_MANY_REQUESTS" && thrown.retryAt)
    throw new CommandFailure(
      `The mailbox has had as many of these mails as it may. Try again at ${thrown.retryAt.toISOString()}.`,
    );
  throw thrown;
}

/** Marks the email address of a user as verified, as a proof of the mailbox does. */
export const verifyUser = (invocation: Invocation): Promise<Answer> => {
  const operator = operatorReason(invocation, "how you know that the mailbox is theirs");
  const keepsCredentials = invocation.options["keep-credentials"] === true;
  return withUser(invocation, async ({ auth }, user) => {
    if (user.emailVerified)
      return answerFor(user, `${user.email} is verified already: nothing was changed.`);
    const verified = await auth.users.markEmailVerified(user.id, { operator, keepsCredentials });
    const kept = keepsCredentials
      ? "What was set up before is kept."
      : "What another person could have set up before is removed: password, passkeys, linked accounts, sessions, links and codes.";
    return answerFor(verified, `${user.email} is verified now. ${kept}`);
  });
};

/** Shows what happened to a user, newest first, with what operators wrote. */
export const showActivity = (invocation: Invocation): Promise<Answer> => {
  const limit = readLimit(invocation.options["limit"]);
  return withUser(invocation, async ({ auth }, user) => {
    const page = await auth.users.activity(user.id, { after: null, limit });
    const next = positionText(page.next);
    const more = ["auth-server", "audit", "list", `--user=${user.email}`, `--after=${next ?? ""}`];
    const table = {
      head: ["AT", "EVENT", "ORGANIZATION ID", "FROM", "OPERATOR", "DETAIL"],
      rows: page.entries.map((entry) => [
        entry.at.toISOString(),
        entry.event,
        entry.organizationId,
        entry.ipAddress,
        entry.operator,
        detailText(entry),
      ]),
    };
    return {
      json: { user: printedUser(user), entries: page.entries.map(printedRecord), next },
      text: [
        page.entries.length === 0 ? "There is no entry." : table,
        ...(next === null ? [] : [{ verbatim: `More: ${shellCommand(...more)}` }]),
      ],
    };
  });
};
