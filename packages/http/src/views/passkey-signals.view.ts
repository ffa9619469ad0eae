import type { PasskeySignals } from "@acme/auth-core";
import { type Input, once, z } from "../kernel/zod.js";

/** What authenticators are to be told of a user, by user handle (WebAuthn Level 3 §5.1.10). */
export const passkeySignalsView = once(() =>
  z
    .array(
      z.strictObject({
        allAcceptedCredentials: z
          .strictObject({
            rpId: z.string().describe("The relying party id: a domain."),
            userId: z.string().describe("The user handle, in base64url."),
            allAcceptedCredentialIds: z
              .array(z.string())
              .describe("The credential ids of the passkeys that there are, in base64url."),
          })
          .describe("For `signalAllAcceptedCredentials`."),
        currentUserDetails: z
          .strictObject({
            rpId: z.string().describe("The relying party id: a domain."),
            userId: z.string().describe("The user handle, in base64url."),
            name: z.string().describe("The email address."),
            displayName: z.string().describe("The name of the user, or else the email address."),
          })
          .describe("For `signalCurrentUserDetails`."),
      }),
    )
    .describe("What authenticators are to be told, by user handle."),
);

/** Shows what authenticators are to be told. */
export const viewPasskeySignals = (
  signals: readonly PasskeySignals[],
): Input<typeof passkeySignalsView> =>
  signals.map(({ allAcceptedCredentials, currentUserDetails }) => ({
    allAcceptedCredentials: {
      ...allAcceptedCredentials,
      allAcceptedCredentialIds: [...allAcceptedCredentials.allAcceptedCredentialIds],
    },
    currentUserDetails,
  }));
