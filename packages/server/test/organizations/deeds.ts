import type {
  EmailAddress,
  ErrorCode,
  InvitationId,
  OrganizationId,
  Role,
  UserId,
} from "@acme/auth-core";

/** Somebody who has signed in. */
export interface Person {
  readonly id: UserId;
  readonly email: EmailAddress;
  /** The value of the session cookie. */
  readonly session: string;
}

interface Within {
  readonly organizationId: OrganizationId;
}

/** Something that somebody does to an organization, in plain values, so that any process can do it. */
export type Deed = { readonly by: Person } & (
  | { readonly do: "create"; readonly slug: string }
  | ({ readonly do: "leave" | "delete" } & Within)
  | ({ readonly do: "remove" | "transfer"; readonly whom: Person } & Within)
  | ({ readonly do: "changeRole"; readonly whom: Person; readonly role: Role } & Within)
  | ({ readonly do: "invite"; readonly whom: Pick<Person, "email">; readonly role: Role } & Within)
  /** Without an id: whichever invitation to `by` is pending then. */
  | ({ readonly do: "accept"; readonly invitationId?: InvitationId } & Within)
);

/** What came of a deed: `DONE`, or the code it was refused with. */
export type Outcome = string;

/** Deeds that follow each other; lanes run side by side. */
export type Lane = readonly Deed[];

/** What other people's deeds may make of one. Every other answer is a fault. */
export const REFUSALS = {
  create: ["SLUG_TAKEN", "LIMIT_REACHED"],
  leave: ["ORGANIZATION_NOT_FOUND", "LAST_OWNER"],
  delete: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED"],
  remove: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", "MEMBER_NOT_FOUND", "LAST_OWNER"],
  transfer: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", "MEMBER_NOT_FOUND"],
  changeRole: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", "MEMBER_NOT_FOUND", "LAST_OWNER"],
  invite: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", "ALREADY_MEMBER", "ALREADY_INVITED"],
  accept: ["INVITATION_NOT_FOUND", "LIMIT_REACHED"],
} as const satisfies Record<Deed["do"], readonly ErrorCode[]>;

export const isExpected = (deed: Deed, outcome: Outcome): boolean =>
  outcome === "DONE" || (REFUSALS[deed.do] as readonly string[]).includes(outcome);
