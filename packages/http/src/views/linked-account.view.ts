import type { LinkedAccount, User } from "@acme/auth-core";
import { type Input, once, z } from "../kernel/zod.js";
import { timestamp } from "../schemas/fields.js";

export const linkedAccountView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the linked account."),
      providerId: z.string().describe("The id of the external provider."),
      accountId: z.string().meta({
        description:
          "The provider's own name for the person (`sub`); the user's id where `providerId` is `credential`, the password.",
      }),
      userId: z.string().describe("The id of the user."),
      createdAt: timestamp().describe("When the account was linked."),
      updatedAt: timestamp().describe("When the account was last changed."),
      scopes: z.array(z.string()).describe("The scopes that the provider has granted."),
    })
    .meta({
      id: "LinkedAccount",
      description:
        "An account at an external provider that is linked to a user, or the user's password.",
    }),
);

export const viewLinkedAccount = (account: LinkedAccount): Input<typeof linkedAccountView> => ({
  id: account.id,
  providerId: account.providerId,
  accountId: account.subject,
  userId: account.userId,
  createdAt: account.createdAt.toISOString(),
  updatedAt: account.updatedAt.toISOString(),
  scopes: [...account.scopes],
});

/** The password as the better-auth client sees it: an account that cannot be unlinked. */
export const viewPasswordAccount = (
  { id, createdAt }: User,
  passwordSetAt: Date,
): Input<typeof linkedAccountView> => ({
  id,
  providerId: "credential",
  accountId: id,
  userId: id,
  createdAt: createdAt.toISOString(),
  updatedAt: passwordSetAt.toISOString(),
  scopes: [],
});
