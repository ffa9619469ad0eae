import type { LinkedAccount } from "@acme/auth-core";
import * as z from "zod";
import { timestamp } from "../kernel/fields.js";

export const linkedAccountView = z
  .strictObject({
    id: z.string(),
    providerId: z.string(),
    accountId: z.string().meta({ description: "The provider's own name for the person (`sub`)." }),
    userId: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    scopes: z.array(z.string()),
  })
  .meta({ id: "LinkedAccount" });

export const viewLinkedAccount = (account: LinkedAccount): z.input<typeof linkedAccountView> => ({
  id: account.id,
  providerId: account.providerId,
  accountId: account.subject,
  userId: account.userId,
  createdAt: account.createdAt.toISOString(),
  updatedAt: account.updatedAt.toISOString(),
  scopes: [...account.scopes],
});
