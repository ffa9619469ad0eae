import type { Cause } from "../../background/mail/enqueue-notice.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Organization } from "../organization/organization-store.js";
import { assignRole } from "./assign-role.js";
import type { Member } from "./membership-store.js";
import { tellOwners } from "./tell-owners.js";

/** Who owns an organization now, and who owned it before. */
export interface OwnershipTransfer {
  readonly owner: Member;
  readonly previousOwner: Member;
}

/** A transfer of ownership, in which organization and by whom. */
export interface CausedTransfer extends OwnershipTransfer, Cause {
  readonly organization: Pick<Organization, "id" | "name">;
}

/**
 * Makes one member an owner and the other an admin, and tells them and all owners. Other owners
 * keep their role.
 * @returns both members with their new roles
 */
export async function passOwnership(
  tx: Tx,
  world: World,
  { owner, previousOwner, ...cause }: CausedTransfer,
): Promise<OwnershipTransfer> {
  const wasOwner = owner.role === "owner";
  const changes = [
    { member: previousOwner, role: "admin" as const },
    ...(wasOwner ? [] : [{ member: owner, role: "owner" as const }]),
  ];
  // In the order in which users are told, so that two transactions never wait for each other.
  for (const change of changes.sort((one, other) =>
    one.member.userId < other.member.userId ? -1 : 1,
  ))
    await assignRole(tx, world, { ...change, ...cause });
  await tellOwners(tx, world, {
    ...cause,
    template: "owners-changed",
    ...(!wasOwner && { except: owner.userId }),
  });
  return {
    owner: { ...owner, role: "owner" },
    previousOwner: { ...previousOwner, role: "admin" },
  };
}
