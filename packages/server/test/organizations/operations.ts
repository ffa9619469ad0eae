import type {
  EmailAddress,
  ErrorCode,
  InvitationId,
  OrganizationId,
  Role,
  UserId,
} from "@acme/auth-core";

/** A user who has signed in. */
export interface Person {
  readonly id: UserId;
  readonly email: EmailAddress;
  /** The value of the session cookie. */
  readonly session: string;
}

interface Within {
  readonly organizationId: OrganizationId;
}

/**
 * Something that somebody does to an organization, in plain values, so that any process can do it.
 */
export type Operation = { readonly by: Person } & (
  | { readonly do: "create"; readonly slug: string }
  | ({ readonly do: "leave" | "delete" } & Within)
  | ({ readonly do: "remove" | "transfer"; readonly whom: Person } & Within)
  | ({ readonly do: "changeRole"; readonly whom: Person; readonly role: Role } & Within)
  | ({ readonly do: "invite"; readonly whom: Pick<Person, "email">; readonly role: Role } & Within)
  /** Without an id: whichever invitation to `by` is pending then. */
  | ({ readonly do: "accept"; readonly invitationId?: InvitationId } & Within)
);

/** What came of a operation: `DONE`, or the code it was refused with. */
export type Outcome = string;

/** Operations that follow each other; sequences run side by side. */
export type Sequence = readonly Operation[];

/** What other people's operations may make of one. Every other answer is a fault. */
export const REFUSALS = {
  create: ["SLUG_TAKEN", "LIMIT_REACHED"],
  leave: ["ORGANIZATION_NOT_FOUND", "LAST_OWNER"],
  delete: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED"],
  remove: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", "MEMBER_NOT_FOUND", "LAST_OWNER"],
  transfer: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", "MEMBER_NOT_FOUND"],
  changeRole: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", "MEMBER_NOT_FOUND", "LAST_OWNER"],
  invite: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", "ALREADY_MEMBER", "ALREADY_INVITED"],
  accept: ["INVITATION_NOT_FOUND", "LIMIT_REACHED"],
} as const satisfies Record<Operation["do"], readonly ErrorCode[]>;

export const isExpected = (operation: Operation, outcome: Outcome): boolean =>
  outcome === "DONE" || (REFUSALS[operation.do] as readonly string[]).includes(outcome);
