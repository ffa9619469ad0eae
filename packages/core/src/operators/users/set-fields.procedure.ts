import type { UserRecord } from "../../account/user/user-store.js";
import { changeFields } from "../../account/user-fields/change-fields.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { checkFields } from "../../kernel/check-fields.js";
import type { UserId } from "../../kernel/ids.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import type { Env } from "../../store/env.js";
import { lockUser } from "./lock-user.js";
import type { FieldsInput } from "./operator-input.js";

/** Writes own fields of a user. The entry of the audit log names them, without their values. */
export const setFields =
  (env: Env) =>
  async (id: UserId, { fields, ...input }: FieldsInput): Promise<UserRecord> => {
    const operator = parseOperatorText(input.operator);
    const change = checkFields(env.userFields, fields, "operator");
    const names = Object.keys(change).join(" ");
    const user = await env.store.transaction(async (tx) => {
      const changed = await changeFields(tx, env, { user: await lockUser(tx, id), change });
      const detail = { fields: names };
      const entry = { event: "user.updated", userId: id, client: null, operator, detail } as const;
      await recordEvent(tx, env, entry);
      return changed;
    });
    env.logger.info("user_fields_set", { userId: id, fields: names });
    return user;
  };
