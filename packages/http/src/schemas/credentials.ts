import type { AuthenticationResponse, RegistrationResponse } from "@acme/auth-core";
import * as z from "zod";
import { nameField, textField } from "./fields.js";

/** Browsers know six. */
const MAX_TRANSPORTS = 16;
const MAX_TRANSPORT = 32;

/** base64url without padding, as WebAuthn Level 3 §5.1 writes bytes in JSON. */
const bytes = textField.regex(/^[\w-]+$/, "This is not base64url.");

const credential = { id: bytes, rawId: bytes, type: z.literal("public-key") };

const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(MAX_TRANSPORT)).max(MAX_TRANSPORTS).default([]),
  }),
}) satisfies z.ZodType<RegistrationResponse>;

const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    // Absent, null and empty all say that the authenticator told no owner.
    userHandle: z
      .union([bytes, z.literal(""), z.null()])
      .default(null)
      .transform((handle) => handle || null),
  }),
}) satisfies z.ZodType<AuthenticationResponse>;

/** A credential comes as `{ response: credential }`, or as itself: then it has a `rawId`. */
const unfold = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "rawId" in body
    ? { response: body, ...("name" in body && { name: body.name }) }
    : body;

export const registrationBody = z.preprocess(
  unfold,
  z.object({ response: registrationResponse, name: nameField.exactOptional() }),
);
export const authenticationBody = z.preprocess(
  unfold,
  z.object({ response: authenticationResponse }),
);
