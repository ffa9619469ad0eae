import type { AuthenticationResponse, RegistrationResponse } from "@acme/auth-core";
import type * as zod from "zod";
import { once, z } from "../kernel/zod.js";
import { nameField, textField } from "./fields.js";

/** Browsers know six. */
const MAX_TRANSPORTS = 16;
const MAX_TRANSPORT = 32;

/** base64url without padding, as WebAuthn Level 3 §5.1 writes bytes in JSON. */
const bytes = once(() => textField().regex(/^[\w-]+$/, "This is not base64url."));

const credential = once(() => ({
  id: bytes().describe("The credential id."),
  rawId: bytes().describe("The credential id again."),
  type: z.literal("public-key").describe("The type of the credential."),
}));

const registrationResponse = once(
  () =>
    z.object({
      ...credential(),
      response: z
        .object({
          clientDataJSON: bytes().describe("What the browser has signed for."),
          attestationObject: bytes().describe(
            "The new public key, and what the authenticator says of itself.",
          ),
          transports: z
            .array(z.string().max(MAX_TRANSPORT))
            .max(MAX_TRANSPORTS)
            .default([])
            .describe("How the authenticator can be reached."),
        })
        .describe("What the authenticator has made."),
    }) satisfies zod.ZodType<RegistrationResponse>,
);

const authenticationResponse = once(
  () =>
    z.object({
      ...credential(),
      response: z
        .object({
          clientDataJSON: bytes().describe("What the browser has signed for."),
          authenticatorData: bytes().describe(
            "The relying party, the flags and the counter that are signed.",
          ),
          signature: bytes().describe("The signature of the authenticator."),
          userHandle: z
            .union([bytes(), z.literal(""), z.null()])
            .default(null)
            .transform((handle) => handle || null)
            .describe(
              "The user handle. Absent, null and empty all mean that the authenticator sent none.",
            ),
        })
        .describe("What the authenticator has made."),
    }) satisfies zod.ZodType<AuthenticationResponse>,
);

/** A credential comes as `{ response: credential }`, or as itself: then it has a `rawId`. */
const unfold = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "rawId" in body
    ? { response: body, ...("name" in body && { name: body.name }) }
    : body;

/** What a browser sends to add a passkey (WebAuthn: RegistrationResponseJSON). */
export const registrationBody = once(() =>
  z.preprocess(
    unfold,
    z.object({
      response: registrationResponse().describe("The `RegistrationResponseJSON` of the browser."),
      name: nameField().exactOptional(),
    }),
  ),
);
/** The body of a sign-in with a passkey: what `navigator.credentials.get` answered, as JSON. */
export const authenticationBody = once(() =>
  z.preprocess(
    unfold,
    z.object({
      response: authenticationResponse().describe(
        "The `AuthenticationResponseJSON` of the browser.",
      ),
    }),
  ),
);
