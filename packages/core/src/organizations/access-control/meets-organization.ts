import type { Caller } from "../../account/session/caller-store.js";

/**
 * Returns whether a session meets what its active organization requires of it: a second factor,
 * where it does. Without an active organization nothing is required.
 */
export const meetsOrganization = ({
  session,
  membership,
}: {
  readonly session: Pick<Caller["session"], "secondFactorAt">;
  readonly membership: Caller["membership"];
}): boolean =>
  membership?.organization.requireSecondFactor !== true || session.secondFactorAt !== null;
