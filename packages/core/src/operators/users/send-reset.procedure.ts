import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { noticeLanguage } from "../../background/language/reader-language.js";
import { requireSpent, spendByAddress } from "../../background/rate-limit/spend-budget.js";
import type { UserId } from "../../kernel/ids.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import { enqueueResetLink } from "../../sign-in/password-reset/enqueue-reset-link.js";
import type { Env } from "../../store/env.js";
import { lockUser } from "./lock-user.js";
import type { OperatorInput } from "./operator-input.js";

/** Builds the use case `Users.sendPasswordReset`. */
export const sendPasswordReset =
  (env: Env) =>
  async (id: UserId, input: OperatorInput): Promise<void> => {
    const operator = parseOperatorText(input.operator);
    requireMethod(env.choices, "password");
    await env.store.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      const { email } = user;
      // The budget of the mailbox: an operator has no client to count by.
      requireSpent(await spendByAddress(tx.counters, env, { email, purpose: "password-reset" }));
      await enqueueResetLink(tx, env, {
        email,
        userId: id,
        redirectTo: null,
        language: noticeLanguage(user),
        template: "password-reset-link",
      });
      const event = "password.reset_requested";
      await recordEvent(tx, env, { event, userId: id, client: null, operator, detail: {} });
    });
    env.nudge("mail");
    env.logger.info("password_reset_requested", { userId: id });
  };
