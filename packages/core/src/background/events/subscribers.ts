import type { ApplicationError } from "../../kernel/errors.js";
import type { DescribedAuthenticator } from "../../store/authenticator.js";
import type { DescribedGate } from "../../store/sign-in-gate.js";
import type {
  EventHandlers,
  Subscriber,
  Subscribers,
  ToldSubscriber,
} from "../../store/subscriber.js";
import { checkApplicationEvent, type Subscribable } from "../audit-log/application-event.js";
import { AUDIT_EVENTS, type EventRow, type RefusableEvent } from "../audit-log/events.js";

/**
 * Subscribes to an event. `on` of the public API is this function, with the type of what `after` is
 * handed.
 * @throws {RangeError} for an unknown event, a `within` of an event that is no creation, and for no
 * handler at all.
 */
export function on<const E extends Subscribable, A>(
  subscribed: E,
  handlers: EventHandlers<E, A>,
): Subscriber {
  const { name = "default", within, after } = handlers;
  const event = checkName(subscribed);
  if (within && !isRefusable(event))
    throw new RangeError(`subscribers: ${event} is no creation, so it has no within`);
  if (!within && !after) throw new RangeError(`subscribers: ${event} has neither within nor after`);
  if (!/^[\w-]{1,64}$/.test(name))
    throw new RangeError(`subscribers: ${name} of ${event} is not of letters, digits, _ and -`);
  // The handlers are called with this event only.
  return { event, name, within: within ?? null, after: after ?? null } as Subscriber;
}

function checkName(subscribed: Subscribable): string {
  if (typeof subscribed !== "string") {
    checkApplicationEvent("subscribers", subscribed.name);
    return subscribed.name;
  }
  if (!Object.hasOwn(AUDIT_EVENTS, subscribed))
    throw new RangeError(`subscribers: there is no event ${subscribed}`);
  return subscribed;
}

function isRefusable(event: string): event is RefusableEvent {
  const rows: Readonly<Record<string, EventRow>> = AUDIT_EVENTS;
  return rows[event]?.refusable === true;
}

/** What features, their subscribers and their gates may refuse, and with which errors. */
export interface Events {
  /** The errors of features, by code. */
  readonly errors: ReadonlyMap<string, ApplicationError>;
  /** The events of which a subscriber has a `within`. */
  readonly refusable: ReadonlySet<RefusableEvent>;
  /** What may withhold a sign-in, in the order in which it is asked. */
  readonly gates: readonly DescribedGate[];
  /** What finds callers by tokens. */
  readonly authenticators: readonly DescribedAuthenticator[];
}

/** Returns what features, their subscribers and their gates may refuse. */
export const describeEvents = ({
  subscribers,
  errors,
  gates,
  authenticators,
}: {
  readonly subscribers: readonly Subscriber[];
  readonly errors: readonly ApplicationError[];
  readonly gates: readonly DescribedGate[];
  readonly authenticators: readonly DescribedAuthenticator[];
}): Events => ({
  errors: new Map(errors.map((error) => [error.code, error])),
  refusable: new Set(
    subscribers.flatMap(({ event, within }) => (within && isRefusable(event) ? [event] : [])),
  ),
  gates: gates.map(({ feature, refuses, cookie }) => ({ feature, refuses, cookie })),
  authenticators: authenticators.map(({ feature, prefix, kinds, refuses, schemes, proofs }) => ({
    feature,
    prefix,
    kinds,
    refuses,
    schemes,
    proofs,
  })),
});

/**
 * Arranges the subscribers by event.
 * @param handed returns what each `after` is handed with its event
 * @throws {RangeError} when two of one event have an `after` and the same name.
 */
export function arrangeSubscribers(
  subscribers: readonly Subscriber[],
  errors: readonly ApplicationError[],
  handed: () => unknown = () => null,
): Subscribers {
  const codes = new Set<string>(errors.map(({ code }) => code));
  const within = byEvent(subscribers.filter((one) => one.within));
  const after = byEvent(
    subscribers.flatMap(({ event, name, after: told }): readonly (ToldSubscriber & Named)[] =>
      told ? [{ event, name, after: (one) => told(one, handed()) }] : [],
    ),
  );
  for (const [event, ones] of after) {
    const names = ones.map(({ name }) => name);
    if (new Set(names).size < names.length)
      throw new RangeError(`subscribers: give each of ${event} a name of its own`);
  }
  return {
    within: (event) => within.get(event) ?? [],
    after: (event) => after.get(event) ?? [],
    told: [...after.values()].flat().length,
    declares: (code) => codes.has(code),
  };
}

interface Named {
  readonly event: string;
}

function byEvent<One extends Named>(subscribers: readonly One[]): ReadonlyMap<string, One[]> {
  const arranged = new Map<string, One[]>();
  for (const one of subscribers) {
    const others = arranged.get(one.event);
    if (others) others.push(one);
    else arranged.set(one.event, [one]);
  }
  return arranged;
}
