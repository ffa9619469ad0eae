import { defineErrors, defineFeature, type UserId } from "@acme/auth-core";
import type { FeatureRoutes } from "@acme/auth-http";
import { fieldsOf, z } from "@acme/auth-http/routes";
import { asProven } from "@acme/auth-testing";
import type { Service } from "./service.js";

const errors = defineErrors({
  FACTOR_DUE: { kind: "forbidden", message: "Show your second factor." },
});

/** A feature whose gate finds that passkeys count as two factors, and asks enrolled users for one. */
export const factorFeature = defineFeature({
  name: "factors",
  errors,
  signIn: {
    gate: {
      refuses: [errors.FACTOR_DUE],
      create: ({ clock }) => ({
        async ask(_tx, { user, passkey }) {
          const isTwo = passkey?.userVerified && passkey.uvInitialized;
          if (isTwo) return { proven: { method: null, at: clock.now() } };
          return user.secondFactorSince ? { error: errors.FACTOR_DUE } : "open";
        },
      }),
    },
  },
});

const fields = fieldsOf();
const required = () => z.boolean().describe("Whether it works only in sessions of two factors.");

/** What such a feature shows of organizations. */
export const factorRoutes: FeatureRoutes = {
  title: "Factors",
  description: "What organizations require.",
  shown: {
    organization: fields({ requireSecondFactor: required }).from({
      show: ({ requireSecondFactor }) => ({ requireSecondFactor }),
    }),
    activeOrganization: fields({
      requireSecondFactor: required,
      secondFactorMet: () => z.boolean().describe("Whether this session is one."),
    }).from({
      show: ({ session, membership }) => ({
        requireSecondFactor: membership?.organization.requireSecondFactor === true,
        secondFactorMet: session.secondFactorAt !== null,
      }),
    }),
  },
  routes: {},
};

/** What tests do to the second factors of users, whose own routes are a feature's. */
export function factorsOf({ store, clock }: Pick<Service, "store" | "clock">) {
  return {
    /** A second factor was shown in every live session of the user. */
    async show(userId: UserId, at: Date | null = clock.now()): Promise<void> {
      for (const session of await store.sessions.listLive(userId, clock.now())) {
        const shown = { methods: at && `${session.authenticatedBy} totp`, secondFactorAt: at };
        await store.sessions.renew(
          session.id,
          session.tokenHash,
          asProven({ ...session, ...shown }),
        );
      }
    },
    enroll: (userId: UserId, since: Date | null = clock.now()) =>
      store.users.markEnrolled(userId, since),
  };
}
