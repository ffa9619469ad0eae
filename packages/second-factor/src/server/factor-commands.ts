import type { UserId } from "@acme/auth-core";
import type { SecondFactor } from "../second-factor-api.js";
import type { Answer, CommandCall, Opened } from "./command-call.js";

/** Seals the secrets of authenticator apps anew, batch by batch. */
export const resealSecrets = (call: CommandCall): Promise<Answer> =>
  call.withAuth(async (opened) => {
    const secondFactor = featureOf(opened, call);
    let [resealed, unreadable] = [0, 0];
    let after: UserId | null = null;
    do {
      const batch = await secondFactor.resealSecrets(after);
      resealed += batch.resealed;
      unreadable += batch.unreadable;
      after = batch.next;
      call.progress(`Sealed anew: ${resealed} …`);
    } while (after !== null);
    call.progress("");
    const done =
      resealed + unreadable === 0
        ? "Nothing to seal anew: every secret is under the present one."
        : `Sealed anew under the present secret: ${resealed}`;
    return unreadable === 0
      ? { json: { resealed, unreadable }, text: done }
      : {
          json: { resealed, unreadable },
          text: `${done}\nNo configured secret opens: ${unreadable}. Put their secret back into SERVICE_AUTH_PREVIOUS_SECRETS, then call this again.`,
          exitCode: 1,
        };
  });

/** Removes the factors of a user who has lost them, and the mailbox. */
export const resetFactors = (call: CommandCall): Promise<Answer> => {
  const operator = call.operator("why the factors are removed");
  const passkeys = call.options["passkeys"] === true;
  return call.withUser(async (opened, { id, email }) => {
    const done = await featureOf(opened, call).resetFactors(id, { operator, passkeys });
    if (!done) return nothingToRemove(id, { email, passkeys });
    const removed = passkeys ? "Every second factor and every passkey" : "Every second factor";
    return {
      json: { id, passkeys, removed: true },
      text: `${removed} of ${email} is removed, and all their sessions have ended. A worker mails them.`,
    };
  });
};

const nothingToRemove = (
  id: UserId,
  { email, passkeys }: { readonly email: string; readonly passkeys: boolean },
): Answer => ({
  json: { id, passkeys, removed: false },
  text: `${email} has no second factor${passkeys ? " and no passkey" : ""}: there was nothing to remove, nothing has changed, and no mail is sent.`,
});

function featureOf({ auth }: Opened, { failure }: CommandCall): SecondFactor {
  if (auth.secondFactor) return auth.secondFactor;
  throw failure("SECOND_FACTOR=off: set it to on for this command.", "failed");
}
