import type { Passkey } from "@acme/auth-core";
import { type Additions, noted } from "../kernel/additions.js";
import { type Input, once, z } from "../kernel/zod.js";
import { timestamp } from "../schemas/fields.js";

export const passkeyView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the passkey."),
      name: z.string().describe("The name that the user gave it. May be empty."),
      credentialID: z.string().describe("The credential id of WebAuthn, in base64url."),
      userId: z.string().describe("The id of the user."),
      deviceType: z
        .enum(["singleDevice", "multiDevice"])
        .describe("Whether the passkey stays on one device or is synchronized."),
      backedUp: z.boolean().describe("Whether the passkey is backed up."),
      transports: z.string().meta({
        description: "Separated by commas, as the better-auth client has it.",
        examples: ["internal,hybrid"],
      }),
      aaguid: z.string().describe("The AAGUID that the authenticator reported."),
      provider: z
        .string()
        .nullable()
        .meta({ description: "What is known by that AAGUID; unproven." }),
      createdAt: timestamp().describe("When the passkey was added."),
      lastUsedAt: timestamp()
        .nullable()
        .describe("When the passkey was last used, null when it never was."),
    })
    .meta({ id: "Passkey", description: "A passkey of a user." }),
);

export const viewPasskey = (
  passkey: Passkey,
  provider: string | null,
  additions: Additions | null,
): Input<typeof passkeyView> =>
  noted("passkey", passkey, additions, {
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
