import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { ExportRequestId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

/** How an export ended, and for whom. */
export interface ExportEnd {
  readonly user: LockedUser;
  readonly requestId: ExportRequestId;
  readonly end: "ready" | "failed";
}

/** Records the end of an export, and tells the user by mail. */
export async function tellExportEnd(
  tx: Tx,
  world: World,
  { user, requestId, end }: ExportEnd,
): Promise<void> {
  await recordEvent(tx, world, {
    event: `export.${end}`,
    userId: user.id,
    client: null,
    detail: { requestId },
  });
  await enqueueNotice(tx, world, user, {
    template: `export-${end}`,
    client: null,
    by: null,
  });
}
