import { isSuspended } from "../../account/user/suspension.js";
import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { AuthError } from "../../kernel/errors.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import { refuseField } from "../../kernel/refuse-field.js";
import { findMember } from "../../organizations/membership/find-member.js";
import type { Member } from "../../organizations/membership/membership-store.js";
import {
  type OwnershipTransfer,
  passOwnership,
} from "../../organizations/membership/pass-ownership.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { lockUser } from "../users/lock-user.js";
import type { OperatorInput } from "../users/operator-input.js";

/** To whom, and from whom, an operator passes the ownership of an organization. */
export interface TransferInput extends OperatorInput {
  /** The member who becomes an owner. */
  readonly to: UserId;
  /**
   * The owner who becomes an admin. It may be left out, or be null, where only one owner can be
   * meant.
   */
  readonly from?: UserId | null;
}

const WHICH_OWNER = "Name the other owner, who becomes an admin.";

/** Builds the use case `Operators.transferOwnership`. */
export const transferOwnership =
  (env: Env) =>
  async (
    organizationId: OrganizationId,
    { to, from = null, ...input }: TransferInput,
  ): Promise<OwnershipTransfer> => {
    const operator = parseOperatorText(input.operator);
    const transferred = await env.store.transaction(async (tx) => {
      // The user before the organization, in the order of all locks.
      const user = await lockUser(tx, to);
      const organization = await tx.organizations.lock(organizationId);
      if (!organization) throw new AuthError("ORGANIZATION_NOT_FOUND");
      const owner = await findMemberOf(tx, organizationId, to);
      refuseField("to", await ownerFault(tx, env, user));
      const previousOwner = await findPreviousOwner(tx, owner, from);
      const cause = { client: null, by: "operator" } as const;
      const passed = await passOwnership(tx, env, { owner, previousOwner, organization, ...cause });
      await recordEvent(tx, env, {
        event: "ownership.transferred",
        userId: previousOwner.userId,
        doneTo: owner.userId,
        organizationId,
        client: null,
        operator,
        detail: { memberId: owner.id, previousMemberId: previousOwner.id },
      });
      return passed;
    });
    env.nudge();
    env.logger.info("ownership_transferred", { organizationId, memberId: transferred.owner.id });
    return transferred;
  };

/** @throws {AuthError} `MEMBER_NOT_FOUND` */
async function findMemberOf(
  tx: Tx,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<Member> {
  const membership = await tx.memberships.find(organizationId, userId);
  if (!membership) throw new AuthError("MEMBER_NOT_FOUND");
  return findMember(tx, organizationId, membership.id);
}

/** What keeps a user from becoming an owner, who could not act as one, or not for long. */
async function ownerFault(tx: Tx, { clock }: World, user: LockedUser): Promise<string | null> {
  if (isSuspended(user, clock.now())) return "This user is suspended.";
  return (await tx.deletionRequests.findPending(user.id)) ? "This user waits for deletion." : null;
}

/** Under the organization's lock: the owner in whose place the new one comes. */
async function findPreviousOwner(
  tx: Tx,
  { organizationId, userId }: Member,
  from: UserId | null,
): Promise<Member> {
  const owners = await tx.memberships.listOwners(organizationId);
  const others = owners.filter(({ id }) => id !== userId);
  if (others.length === 0) refuseField("to", "This user is the only owner.");
  const meant = others.filter(({ id }) => from === null || id === from);
  const [previous] = meant;
  if (!previous || meant.length > 1)
    throw new AuthError("VALIDATION_ERROR", { issues: [{ path: "from", message: WHICH_OWNER }] });
  return findMemberOf(tx, organizationId, previous.id);
}
