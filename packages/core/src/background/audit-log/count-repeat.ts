import type { Client } from "../../kernel/client.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { OrganizationId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Stores } from "../../store/store.js";
import type { CounterStore } from "../rate-limit/counter-store.js";
import type { AuditEntry } from "./audit-store.js";
import { AUDIT_EVENTS, type AuditEvent, type EventRow } from "./events.js";

/**
 * What makes two events equal. Their clients do so only where `AUDIT_EVENTS` says `per network`.
 */
interface Repeatable extends Pick<AuditEntry, "detail"> {
  readonly event: AuditEvent;
  readonly organizationId?: OrganizationId;
  readonly client: Client | null;
}

/** What becomes of an event. */
export interface Repeat {
  /**
   * Whether it is entered, told and logged: no equal event was within `policy.auditRepeatsEvery`.
   */
  readonly isFirst: boolean;
  /** When it is told although it is not entered; null when it is not. */
  readonly toldAt: Date | null;
}

const FIRST: Repeat = { isFirst: true, toldAt: null };
const ROWS: Readonly<Record<AuditEvent, EventRow>> = AUDIT_EVENTS;

/**
 * Says what becomes of an event that may equal others of the same user or email address, and counts
 * it. Of all processes that ask at once for equal events, one has the first. An event that is
 * entered each time is the first, and nothing is counted.
 */
export async function countRepeat(
  counters: CounterStore,
  world: World,
  whose: string,
  happened: Repeatable,
): Promise<Repeat> {
  const { once, change } = ROWS[happened.event];
  if (!once) return FIRST;
  const { clock, policy } = world;
  const { spent, count, resetsAt } = await counters.spend(
    repeatKey(world, whose, happened),
    // Of a change, the second stands for all that follow the first: it is told when they are over.
    change ? 2 : 1,
    policy.auditRepeatsEvery,
    clock.now(),
  );
  if (spent && count === 1) return FIRST;
  return { isFirst: false, toldAt: spent ? resetsAt : null };
}

/**
 * Lets the first refused sign-up at a new account be entered, whatever was refused to an earlier
 * one with its email address. Costs what counting a refusal costs.
 */
export const forgetRefusedSignUp = (
  { counters }: Pick<Stores, "counters">,
  world: World,
  email: EmailAddress,
): Promise<void> =>
  counters.reset(
    repeatKey(world, email, {
      event: "user.sign_up_refused",
      client: null,
      detail: { reason: "taken" },
    }),
  );

/** The counter may outlive the user, and does not say whose it was. */
function repeatKey(
  { digest }: World,
  whose: string,
  { event, organizationId, detail, client }: Repeatable,
): string {
  const equal = [whose, event, organizationId ?? null, detail];
  const compared = ROWS[event].once === "per network" ? [...equal, client?.network ?? null] : equal;
  return `audit/${digest.pseudonym(JSON.stringify(compared))}`;
}
