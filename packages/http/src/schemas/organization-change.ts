import type { OrganizationChange } from "@acme/auth-core";
import type * as zod from "zod";
import { once, z } from "../kernel/zod.js";
import { imageField, metadataField, nameField, slugField } from "./fields.js";

/** What may be changed about an organization: at least one of its fields. */
export const organizationChange = once(
  () => z.object(changeFields()).refine(...ANYTHING) satisfies zod.ZodType<OrganizationChange>,
);

/** The same, and what the organization requires of sessions. */
export const organizationPatch = once(() =>
  z
    .object({
      ...changeFields(),
      requireSecondFactor: z
        .boolean()
        .describe(
          "Whether the organization works only in sessions of two factors: for owners, in a fresh session.",
        )
        .exactOptional(),
    })
    .refine(...ANYTHING),
);

const changeFields = () => ({
  name: nameField().min(1).exactOptional(),
  slug: slugField().exactOptional(),
  logo: imageField().exactOptional(),
  metadata: metadataField().exactOptional(),
});

const ANYTHING = [
  (change: object): boolean => Object.keys(change).length > 0,
  "Give a name, a slug, a logo or metadata.",
] as const;
