import { POLICY } from "@acme/auth-core";
import type { Agent, Reply } from "../agent.js";
import type { InvitationBody, Team } from "../teams.js";

export const UNKNOWN_ID = "01890000-0000-7000-8000-000000000001";
export const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
export const NEWCOMER = { email: "newcomer@example.com", role: "member" };

/** All users who are refused something. Refusals change nothing, so all of them share it. */
export interface RefusedPeople {
  /** Has as many invitations as there may be. */
  readonly team: Team;
  readonly owner: Agent;
  /** The owner too, signed in a day ago. */
  readonly stale: Agent;
  readonly member: Agent;
  /** Belongs nowhere, and is invited. */
  readonly stranger: Agent;
  readonly invitation: InvitationBody;
  readonly toOwner: InvitationBody;
  /** Invited too, with an email address that is not verified. */
  readonly unverified: Agent;
  /** The organization of that user. */
  readonly unverifiedTeam: { readonly organizationId: string; readonly invitationId: string };
  readonly toUnverified: InvitationBody;
  /** Invited too, and in as many organizations as there may be. */
  readonly busy: Agent;
  readonly toBusy: InvitationBody;
  /** The only owner of an organization that has invited a user. */
  readonly loner: Agent;
  readonly alone: { readonly id: string; readonly memberId: string; readonly invited: string };
}

/** A request that is refused. */
export type Attempt = (world: RefusedPeople) => Promise<Reply>;
/** The code of the refusal, and the request. */
export type Refusal = readonly [code: string, attempt: Attempt];

/** The last of more requests than one email has mail budget for. */
export async function beyondTheMailBudget(ask: () => Promise<Reply>): Promise<Reply> {
  for (let i = 0; i < POLICY.mailsPerAddress.value; i++) await ask();
  return ask();
}
