import { recordEvent } from "../../background/audit-log/record-event.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import type { ExportRequest } from "../../lifecycle/data-export/export-request-store.js";
import { requestExport as requestExportOf } from "../../lifecycle/data-export/request-export.js";
import { writeDocument } from "../../lifecycle/data-export/write-document.procedure.js";
import type { Env } from "../../store/env.js";
import { lockUser } from "./lock-user.js";
import type { OperatorInput } from "./operator-input.js";

/** The personal export, for operators. */
export interface UserExports {
  export(id: UserId, input: OperatorInput): Promise<AsyncIterable<string>>;
  requestExport(id: UserId, input: OperatorInput): Promise<ExportRequest>;
}

export function createUserExports(env: Env): UserExports {
  const { store, logger } = env;

  async function exportUser(id: UserId, input: OperatorInput): Promise<AsyncIterable<string>> {
    const operator = parseOperatorText(input.operator);
    await store.transaction(async (tx) => {
      await lockUser(tx, id);
      const event = "user.exported";
      await recordEvent(tx, env, { event, userId: id, client: null, operator, detail: {} });
    });
    logger.info("user_exported", { userId: id });
    return writeDocument(env, id, () => env.scheduler.yieldToEventLoop());
  }

  async function requestExport(id: UserId, input: OperatorInput): Promise<ExportRequest> {
    const operator = parseOperatorText(input.operator);
    const requested = await store.transaction(async (tx) => {
      await lockUser(tx, id);
      const { contributors } = env;
      return requestExportOf(tx, env, { userId: id, contributors, client: null, operator });
    });
    if (!requested) throw new AuthError("UNAVAILABLE");
    env.nudge();
    logger.info("export_requested", { userId: id, requestId: requested.id });
    return requested;
  }

  return { export: exportUser, requestExport };
}
