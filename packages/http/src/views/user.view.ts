import type { User } from "@acme/auth-core";
import * as z from "zod";
import { timestamp } from "../schemas/fields.js";

export const userView = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    name: z.string(),
    image: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "User" });

export const viewUser = ({
  id,
  email,
  emailVerified,
  name,
  image,
  createdAt,
  updatedAt,
}: User): z.input<typeof userView> => ({
  id,
  email,
  emailVerified,
  name,
  image,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
