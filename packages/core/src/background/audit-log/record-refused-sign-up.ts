import type { SignUpRefusal } from "../../kernel/sign-up-rule.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { enqueueEvent } from "../events/publish-event.js";
import { countRepeat } from "./count-repeat.js";
import { describeEvent, eventOf } from "./record-event.js";

/**
 * Appends the entry of a new account that was refused, and publishes it. It names no user, email
 * address, IP address or user agent, so all with one reason are equal. Returns false, and does
 * nothing, where an equal one was entered a short while ago.
 */
export async function recordRefusedSignUp(
  tx: Tx,
  world: World,
  reason: SignUpRefusal,
): Promise<boolean> {
  const refused = { event: "user.sign_up_refused", client: null, detail: { reason } } as const;
  if (!(await countRepeat(tx.counters, world, "", refused)).isFirst) return false;
  const entry = describeEvent(world, refused);
  await tx.audit.append({ ...entry, userId: null });
  const event = eventOf(entry, { ...refused, userId: null });
  await enqueueEvent(tx, world, { event, notifies: true });
  return true;
}
