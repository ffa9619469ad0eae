import type { OrganizationChange } from "@acme/auth-core";
import type * as zod from "zod";
import { once, z } from "../kernel/zod.js";
import { imageField, metadataField, nameField, slugField } from "./fields.js";

/** What may be changed about an organization: at least one of its fields. */
export const organizationChange = once(
  () =>
    z
      .object({
        name: nameField().min(1).exactOptional(),
        slug: slugField().exactOptional(),
        logo: imageField().exactOptional(),
        metadata: metadataField().exactOptional(),
      })
      .refine(
        (change) => Object.keys(change).length > 0,
        "Give a name, a slug, a logo or metadata.",
      ) satisfies zod.ZodType<OrganizationChange>,
);
