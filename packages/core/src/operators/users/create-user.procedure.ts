import { composeUser, insertUser } from "../../account/user/insert-user.js";
import type { User } from "../../account/user/user-store.js";
import { composeFields } from "../../account/user-fields/change-fields.js";
import { parseDisplayName } from "../../kernel/display-name.js";
import { AuthError } from "../../kernel/errors.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import { enqueueResetLink } from "../../sign-in/password-reset/enqueue-reset-link.js";
import type { Env } from "../../store/env.js";
import type { NewUserInput } from "./operator-input.js";

/**
 * Creates a user without a password, and mails a link that sets one where passwords are offered.
 */
export const createUser =
  (env: Env) =>
  async ({ email, name = "", fields = {}, ...input }: NewUserInput): Promise<User> => {
    const operator = parseOperatorText(input.operator);
    const checkedName = parseDisplayName(name);
    const newUser = { email, emailVerified: false, name: checkedName, image: null };
    const user = composeUser(env, { ...newUser, ...composeFields(env, fields, "operator") });
    await env.store.transaction(async (tx) => {
      const given = { user, method: "operator", client: null, operator } as const;
      if (!(await insertUser(tx, env, given)))
        throw new AuthError("USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
      if (!env.choices.signInMethods.password) return;
      await enqueueResetLink(tx, env, {
        email,
        userId: user.id,
        redirectTo: null,
        language: null,
        template: "account-created",
      });
    });
    env.nudge("mail");
    env.logger.info("user_created", { userId: user.id });
    return user;
  };
