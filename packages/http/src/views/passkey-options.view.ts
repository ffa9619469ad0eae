import { once, z } from "../kernel/zod.js";

const challengeView = once(() =>
  z.string().describe("The challenge of WebAuthn, in base64url. Good for one use."),
);
const type = once(() => z.literal("public-key").describe("The type of the credential."));
const timeout = once(() =>
  z.number().int().describe("How long the browser may wait for the user, in milliseconds."),
);
const requirement = once(() => z.enum(["required", "preferred", "discouraged"]));

const hints = once(() =>
  z.array(z.string()).describe("Which authenticators the browser should offer first."),
);

const descriptors = once(() =>
  z.array(
    z.strictObject({
      id: z.string().describe("The credential id, in base64url."),
      type: type(),
      transports: z
        .array(z.string())
        .describe("How the authenticator can be reached.")
        .exactOptional(),
    }),
  ),
);

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3. */
export const creationOptionsView = once(() =>
  z
    .strictObject({
      challenge: challengeView(),
      rp: z
        .strictObject({
          id: z.string().describe("The relying party id: a domain."),
          name: z.string().describe("The name of the application."),
        })
        .describe("The relying party of WebAuthn."),
      user: z
        .strictObject({
          id: z.string().describe("The user handle, in base64url."),
          name: z.string().describe("What authenticators list the passkey under."),
          displayName: z.string().describe("The user's display name."),
        })
        .describe("Whom the passkey is for."),
      pubKeyCredParams: z
        .array(
          z.strictObject({
            type: type(),
            alg: z.number().int().describe("A COSE algorithm identifier."),
          }),
        )
        .describe("The kinds of keys that are accepted, the best first."),
      timeout: timeout(),
      attestation: z.string().describe("The conveyance of attestation that is asked for."),
      excludeCredentials: descriptors().describe("The passkeys that the user has already."),
      authenticatorSelection: z
        .strictObject({
          authenticatorAttachment: z
            .enum(["platform", "cross-platform"])
            .describe("Limits the choice to authenticators of this device, or to others.")
            .exactOptional(),
          residentKey: requirement().describe("Whether the passkey must be discoverable."),
          requireResidentKey: z.boolean().describe("The same, for WebAuthn Level 1."),
          userVerification: requirement().describe("Whether the user must be verified."),
        })
        .describe("Which authenticators may be used."),
      extensions: z
        .strictObject({
          credProps: z.boolean().describe("Asks whether the passkey is discoverable."),
        })
        .describe("The extensions that are asked for."),
      hints: hints(),
    })
    .meta({
      id: "PasskeyCreationOptions",
      description: "`PublicKeyCredentialCreationOptionsJSON` of WebAuthn.",
    }),
);

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3. */
export const requestOptionsView = once(() =>
  z
    .strictObject({
      challenge: challengeView(),
      rpId: z.string().describe("The relying party id: a domain."),
      allowCredentials: descriptors()
        .describe("The passkeys of the user whose live session is presented.")
        .exactOptional(),
      timeout: timeout(),
      userVerification: requirement().describe("Whether the user must be verified."),
      hints: hints().exactOptional(),
    })
    .meta({
      id: "PasskeyRequestOptions",
      description: "`PublicKeyCredentialRequestOptionsJSON` of WebAuthn.",
    }),
);
