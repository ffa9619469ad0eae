import type { User } from "@acme/auth-core";
import { type Additions, noted, type ViewedUser } from "../kernel/additions.js";
import { type Input, once, z } from "../kernel/zod.js";
import { timestamp } from "../schemas/fields.js";

/** A user, as their own answers show them. */
export const userView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the user."),
      email: z.string().describe("The user's email address, in the form in which it is stored."),
      emailVerified: z
        .boolean()
        .describe("Whether the user has proven to receive mail at that email address."),
      name: z.string().describe("The user's display name. May be empty."),
      image: z
        .string()
        .nullable()
        .describe("The http or https URL of the user's picture, null without one."),
      createdAt: timestamp().describe("When the user was created."),
      updatedAt: timestamp().describe("When the user was last changed."),
    })
    .meta({ id: "User", description: "A user." }),
);

/**
 * A user as the surface shows it, and as guards hand it over: plain data. Instants are in ISO 8601,
 * in UTC.
 */
export interface ShownUser extends Omit<User, "createdAt" | "updatedAt" | "reclaimedAt"> {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `additions` is that of the call; null for guards, which show no added fields. */
export const viewUser = (
  user: ViewedUser,
  additions: Additions | null,
): ShownUser & Input<typeof userView> =>
  noted("user", user, additions, {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    name: user.name,
    image: user.image,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  });
