import type { Passkey } from "@acme/auth-core";
import * as z from "zod";
import { timestamp } from "../schemas/fields.js";

export const passkeyView = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    credentialID: z.string(),
    userId: z.string(),
    deviceType: z.enum(["singleDevice", "multiDevice"]),
    backedUp: z.boolean(),
    transports: z.string().meta({
      description: "Separated by commas, as the better-auth client has it.",
      examples: ["internal,hybrid"],
    }),
    aaguid: z.string(),
    provider: z
      .string()
      .nullable()
      .meta({ description: "What is known by that AAGUID; unproven." }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: "Passkey" });

export const viewPasskey = (
  passkey: Passkey,
  provider: string | null,
): z.input<typeof passkeyView> => ({
  id: passkey.id,
  name: passkey.name,
  credentialID: passkey.credentialId,
  userId: passkey.userId,
  deviceType: passkey.deviceType,
  backedUp: passkey.backedUp,
  transports: passkey.transports.join(","),
  aaguid: passkey.aaguid,
  provider,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
});
