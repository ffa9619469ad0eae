import type { Actor } from "../../background/mail/mails.js";
import type { Tx } from "../../store/store.js";
import { findMember } from "./find-member.js";
import type { Member, Membership } from "./membership-store.js";

/** What others are told of who did something. */
export const personOf = ({ user: { name, email } }: Member): Actor => ({ name, email });

/**
 * Returns what others are told of the member who does something.
 * @throws {AuthError} `MEMBER_NOT_FOUND`
 */
export const nameActor = async (
  tx: Tx,
  { organizationId, id }: Pick<Membership, "organizationId" | "id">,
): Promise<Actor> => personOf(await findMember(tx, organizationId, id));
