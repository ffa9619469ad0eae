import { AuthError, defineErrors, on, type Tx, type UserId } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";

/** The refusals of this application, for the `errors` of its feature. */
export const errors = defineErrors({
  DOMAIN_NOT_ALLOWED: {
    kind: "forbidden",
    message: "Sign up with your email address at example.com.",
  },
});

/** Only people of one domain may sign up. */
export const oneDomain = on("user.created", {
  within: async (_tx, { created }) => {
    if (!created.email.endsWith("@example.com")) throw new AuthError(errors.DOMAIN_NOT_ALLOWED);
  },
});

const profiles = (tx: Tx) => kyselyOf(tx).withTables<{ profile: { user_id: string } }>();

/** A row of this application comes into being with every user. */
export const profileOfEveryUser = on("user.created", {
  within: async (tx, { created }) => {
    await profiles(tx).insertInto("profile").values({ user_id: created.id }).execute();
  },
});

/**
 * A CRM is told of every user, at least once: the id of the event tells it what it knows already.
 */
export const tellCrm = (
  addContact: (userId: UserId | null, idempotencyKey: string) => Promise<void>,
) =>
  on("user.created", {
    name: "crm",
    after: ({ id, userId }) => addContact(userId, id),
  });
