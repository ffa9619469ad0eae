import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import type { DeletionRequestId } from "../../kernel/ids.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

export interface Cancellation {
  readonly user: LockedUser;
  /** The request, which is cancelled already. */
  readonly requestId: DeletionRequestId;
  /** Null when no request causes it. */
  readonly client: Client | null;
  /** What the operator wrote who cancels the deletion; null when the user does. */
  readonly operator: OperatorText | null;
}

/** Records that a deletion was cancelled, removes its job, and tells the user by mail. */
export async function recordCancellation(
  tx: Tx,
  world: World,
  { user, requestId, client, operator }: Cancellation,
): Promise<void> {
  await recordEvent(tx, world, {
    event: "deletion.cancelled",
    userId: user.id,
    client,
    operator,
    detail: { requestId, because: operator ? "operator" : "cancelled" },
  });
  await tx.jobs.deleteQueued("delete-account", requestId);
  await enqueueNotice(tx, world, user, {
    template: "deletion-cancelled",
    client,
    by: operator === null ? "session" : "operator",
  });
}
