import type { User } from "../account/user/user-store.js";
import type {
  AuditEvent,
  DetailOf,
  NameOf,
  RefusableEvent,
  Subscribable,
} from "../background/audit-log/audit-store.js";
import type { AuditEntryId, OrganizationId, UserId } from "../kernel/ids.js";
import type { Invitation } from "../organizations/invitation/invitation-store.js";
import type { Membership } from "../organizations/membership/membership-store.js";
import type { Organization } from "../organizations/organization/organization-store.js";
import type { LinkedAccount } from "../sign-in/oauth/linked-account-store.js";
import type { Passkey } from "../sign-in/passkey/passkey-store.js";
import type { Tx } from "./store.js";

/**
 * What a subscriber is told of an event: ids, a time and the detail of the audit log. It holds no
 * secret, no email address and no name: read what you need by its id, or keep it `within` the
 * creation.
 */
export interface OneEvent<E extends Subscribable> {
  /**
   * The id of the event, and of its audit entry if it has one: equal changes within
   * `policy.auditRepeatsEvery` are told once more at its end and not entered again. A repeated call
   * has the same id.
   */
  readonly id: AuditEntryId;
  /** What happened, for example `member.removed`. */
  readonly event: NameOf<E>;
  /** When it happened. */
  readonly at: Date;
  /** The user whom it happened to. Null when it concerns no user. */
  readonly userId: UserId | null;
  /** The organization in which it happened. Null when it concerns none. */
  readonly organizationId: OrganizationId | null;
  /**
   * The user who did it: another than `userId` where an admin changes a member. Null for the
   * worker, and for an attempt that was refused.
   */
  readonly actorId: UserId | null;
  /** The fields that docs/audit-events.md lists for the event, or `defineEvents`. */
  readonly detail: DetailOf<E>;
}

/** An event of any of the names `E`: comparing `event` tells which. */
export type AuthEvent<E extends Subscribable = AuditEvent> = E extends Subscribable
  ? OneEvent<E>
  : never;

/** What came into being, as it is stored in the transaction. It holds no secret. */
export interface Created {
  readonly "user.created": User;
  readonly "organization.created": Organization;
  readonly "member.added": Membership;
  readonly "invitation.created": Omit<Invitation, "tokenHash">;
  readonly "account.linked": LinkedAccount;
  readonly "passkey.added": Pick<
    Passkey,
    "id" | "userId" | "name" | "deviceType" | "backedUp" | "aaguid" | "createdAt"
  >;
}

/** The event of a creation, with what came into being. */
export type CreationEvent<E extends RefusableEvent = RefusableEvent> = {
  [K in E]: OneEvent<K> & { readonly created: Created[K] };
}[E];

/** Takes part in a creation, before it is committed; `never` for every other event. */
export type WithinHandler<E extends Subscribable> = E extends RefusableEvent
  ? (tx: Tx, event: CreationEvent<E>) => Promise<void>
  : never;

/**
 * What an application does about an event: `within`, `after`, or both. `A` is what `after` is
 * handed besides: `on` makes it the `Auth`.
 */
export interface EventHandlers<E extends Subscribable, A = unknown> {
  /**
   * Tells subscribers of one event apart, and finds the subscriber of what still waits after a
   * deployment. Needed where one event has several with `after`. Default: `default`.
   */
  readonly name?: string;
  /**
   * Runs in the transaction that creates something. It awaits nothing but its `tx` and has no
   * outside effects: it may run again after a deadlock. An `AuthError` with a code of
   * `defineErrors` undoes the creation and reaches the caller; anything else that it throws undoes
   * it too, and is answered as `INTERNAL_ERROR`. For a sign-up with an email address that has an
   * account it runs as well, for a user who is never committed: so whether the sign-up is refused
   * says nothing about the account.
   */
  readonly within?: WithinHandler<E>;
  /**
   * Runs in the worker, after the commit, at least once for each event: a repeated call has the
   * same `event.id`. When it throws, or takes longer than `policy.subscriberTimeout`, it is called
   * again, `policy.subscriberAttempts` times within three days, and is then set aside as a dead
   * job. Of a user who was erased before it could be told it hears no more than
   * `deletion.completed`, the events of organizations (`organization.…`), and your own events in an
   * organization. It is handed what `createAuth` has returned, so that subscribers need not name
   * the constant that their own creation defines.
   */
  readonly after?: (event: AuthEvent<E>, auth: A) => Promise<void>;
}

/** What `on` returns: handlers of one event. */
export interface Subscriber {
  readonly event: string;
  readonly name: string;
  /** `EventHandlers.within`. */
  readonly within: ((tx: Tx, event: CreationEvent) => Promise<void>) | null;
  /** `EventHandlers.after`. */
  readonly after: ((event: AuthEvent<Subscribable>, auth: unknown) => Promise<void>) | null;
}

/** A subscriber that is told of an event, and has at hand what it is handed. */
export interface ToldSubscriber extends Pick<Subscriber, "name"> {
  readonly after: (event: AuthEvent<Subscribable>) => Promise<void>;
}

/** The subscribers of the application, by event. */
export interface Subscribers {
  /** Those with a `within`, in the order of the features and of their `subscribers`. */
  within(event: RefusableEvent): readonly Pick<Subscriber, "event" | "within">[];
  /** Those with an `after`. */
  after(event: string): readonly ToldSubscriber[];
  /** How many have an `after`. */
  readonly told: number;
  /** Whether an error code is one that the application has declared. */
  declares(code: string): boolean;
}
