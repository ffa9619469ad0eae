import type { Brand } from "../../kernel/brand.js";
import { AUDIT_EVENTS, type AuditDetail, type AuditEvent } from "./events.js";

/** The name of an event of the application, which is none of the library's. */
export type ApplicationEventName = Brand<string, "ApplicationEventName">;

/** An event of the application, which `defineEvents` has checked. */
export interface ApplicationEvent<Name extends string = string, Field extends string = string> {
  /** `noun.verb_past`, such as `billing.plan_changed`. */
  readonly name: Name;
  /** The fields of its `detail`. */
  readonly detail: readonly Field[];
}

/** What can be subscribed to: an event of the library, by its name, or one of `defineEvents`. */
export type Subscribable = AuditEvent | ApplicationEvent;

/** The name of an event. */
export type NameOf<E extends string | ApplicationEvent> =
  E extends ApplicationEvent<infer Name> ? Name : E;

/** The `detail` of an event: a text or a number for each of its fields. */
export type DetailOf<E extends string | ApplicationEvent> = E extends AuditEvent
  ? AuditDetail<E>
  : Readonly<Record<E extends ApplicationEvent<string, infer F> ? F : string, string | number>>;

const NOUNS: ReadonlySet<string> = new Set(
  Object.keys(AUDIT_EVENTS).map((event) => event.split(".")[0]!),
);

/** Returns why a name can be none of an application's event; null when it can. */
function faultOf(name: string): string | null {
  const noun = /^([a-z][a-z_]{0,31})\.[a-z][a-z_]{0,31}$/.exec(name)?.[1];
  if (noun === undefined) return `${name} is not of the form noun.verb_past`;
  return NOUNS.has(noun) ? `the events of ${noun} are the library's` : null;
}

/** Whether an event with that name can only be the application's. */
export const isApplicationEvent = (name: string): name is ApplicationEventName =>
  faultOf(name) === null;

/** @throws {RangeError} for a name that is of the wrong form, or has a noun of the library */
export function checkApplicationEvent(
  option: string,
  name: string,
): asserts name is ApplicationEventName {
  const fault = faultOf(name);
  if (fault !== null) throw new RangeError(`${option}: ${fault}`);
}

/** The events of an application by name, with the fields that the detail of each may have. */
export type EventDefinitions = Readonly<Record<string, { readonly detail: readonly string[] }>>;

/** What `defineEvents` returns: each event under its name. */
export type DefinedEvents<D extends EventDefinitions> = {
  readonly [Name in keyof D & string]: ApplicationEvent<Name, D[Name]["detail"][number]>;
};

/**
 * Declares the events of an application with the fields of each, so that `auditLog.record` and `on`
 * know their details by type.
 * @throws {RangeError} for a name that is not of the form `noun.verb_past`, or has a noun of the
 * library
 * @example
 * const events = defineEvents({ "billing.plan_changed": { detail: ["from", "to"] } });
 * const mirror = on(events["billing.plan_changed"], {
 *   after: async ({ organizationId, detail }) => crm.setPlan(organizationId, detail.to),
 * });
 */
export function defineEvents<const D extends EventDefinitions>(definitions: D): DefinedEvents<D>;
export function defineEvents(definitions: EventDefinitions): DefinedEvents<EventDefinitions> {
  const events = Object.entries(definitions).map(
    ([name, { detail }]): [string, ApplicationEvent] => {
      checkApplicationEvent("events", name);
      return [name, { name, detail }];
    },
  );
  return Object.fromEntries(events);
}
