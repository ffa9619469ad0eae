import { TWO_FACTORS } from "../../account/session/demand.js";
import { requireDemand, requireProved } from "../../account/session/require-demand.procedure.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import { type Fresh, type Granted, provingOf, requireGrant } from "../access-control/granted.js";
import { ORG_SECURITY_WRITE } from "../access-control/permissions.js";
import { requireFreshGrant } from "../access-control/require-fresh-grant.js";
import { runAsActor } from "../access-control/run-as-actor.procedure.js";
import { nameActor } from "../membership/name-actor.js";
import { tellOwners } from "../membership/tell-owners.js";
import type { Organization } from "./organization-store.js";

/** What an organization requires of the sessions that work in it. */
export interface OrganizationSecurity {
  /**
   * Sets whether every route of the organization works only in sessions of two factors, from the
   * next request on, and tells its owners by mail. No member is removed, and no session ends.
   * Nothing happens where it is so already.
   * @returns the organization after the change
   * @throws {AuthError} `SESSION_NOT_FRESH`; `INSUFFICIENT_USER_AUTHENTICATION` where an enrolled
   * user has shown the second factor too long ago; of a session of one factor, where it is to be
   * required, also `SECOND_FACTOR_NOT_ENROLLED`; `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`
   * @example
   * const granted = await auth.accessControl.authorize(caller, "org:security:write", client);
   * await auth.organizations.requireSecondFactor(auth.accessControl.requireFresh(granted), true, client);
   */
  requireSecondFactor(
    granted: Granted<typeof ORG_SECURITY_WRITE> & Fresh,
    isRequired: boolean,
    client: Client,
  ): Promise<Organization>;
  /**
   * Returns the number of members who would be shut out if two factors were required: those who have
   * neither enrolled a second one nor a passkey that counts as two.
   */
  countShutOut(granted: Granted<typeof ORG_SECURITY_WRITE>): Promise<number>;
}

/** The use cases about what an organization requires of sessions. */
export function createOrganizationSecurity(env: Env): OrganizationSecurity {
  const { store, clock, logger } = env;

  return {
    async countShutOut(granted) {
      const { organizationId } = requireGrant(granted, ORG_SECURITY_WRITE);
      return store.memberships.countWithoutTwoFactors(organizationId);
    },
    async requireSecondFactor(granted, isRequired, client) {
      const { userId, organizationId } = requireFreshGrant(granted);
      const proving = provingOf(granted);
      await requireProved(env, proving);
      if (isRequired) await requireDemand(env, proving, TWO_FACTORS);
      const word = isRequired ? "required" : "waived";
      const acting = { granted, permission: ORG_SECURITY_WRITE, client } as const;
      const { changed, after } = await runAsActor(env, acting, async (tx, at) => {
        const { organization, actor } = at;
        if (organization.requireSecondFactor === isRequired)
          return { changed: false, after: organization };
        const marked = await tx.organizations.markSecondFactorRequired(
          organizationId,
          isRequired,
          clock.now(),
        );
        if (!marked) throw new AuthError("ORGANIZATION_NOT_FOUND");
        const event = `organization.second_factor_${word}` as const;
        await recordEvent(tx, env, { event, userId, organizationId, client, detail: {} });
        await tellOwners(tx, env, {
          organization,
          template: `organization-second-factor-${word}`,
          client,
          by: await nameActor(tx, actor),
        });
        return { changed: true, after: marked };
      });
      env.nudge();
      if (changed) logger.info(`organization_second_factor_${word}`, { userId, organizationId });
      return after;
    },
  };
}
