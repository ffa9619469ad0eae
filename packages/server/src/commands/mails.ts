import type { Answer, Invocation } from "./command.js";
import { listRows, removeRow, retryRow, tableOf } from "./queue-rows.js";

/** Lists mails: template and masked recipient, and nothing of what they say. */
export async function listMails(invocation: Invocation): Promise<Answer> {
  const mails = await listRows(invocation, "mail");
  return { json: mails, text: mails.length === 0 ? "No mail waits." : tableOf(mails) };
}

export const retryMail = (invocation: Invocation): Promise<Answer> => retryRow(invocation, "mail");

export const dropMail = (invocation: Invocation): Promise<Answer> =>
  removeRow(invocation, "mail", "The mail is gone. It is not sent.");
