import { CODE_TYPES } from "@acme/auth-core";
import * as z from "zod";
import { codeField, emailField, nameField } from "../schemas/fields.js";
import { STATUS_OK, success, SUCCESS } from "../views/outcome.view.js";
import { route } from "../kernel/route.js";
import { userView, viewUser } from "../views/user.view.js";

const codeType = z.enum(CODE_TYPES);

export const sendVerificationOtp = route({
  method: "POST",
  path: "/api/auth/email-otp/send-verification-otp",
  summary: "Mail a six-digit code. The answer is the same for every address.",
  access: "anyone",
  limit: "auth-ip",
  body: z.object({ email: emailField, type: codeType }),
  status: 200,
  reply: success,
  refuses: ["TOO_MANY_REQUESTS", "SIGN_IN_METHOD_NOT_OFFERED"],
  handle: async ({ auth, body, client }) => {
    await auth.emailOtp.send(body.email, body.type, client);
    return { body: SUCCESS };
  },
});

export const signIn = route({
  method: "POST",
  path: "/api/auth/email-otp/sign-in",
  aliases: ["/api/auth/sign-in/email-otp"],
  summary: "Exchange a mailed code for a session.",
  access: "anyone",
  limit: "auth-ip",
  body: z.object({ email: emailField, otp: codeField, name: nameField.exactOptional() }),
  status: 200,
  reply: z.strictObject({ token: z.null(), user: userView }),
  refuses: ["INVALID_OTP", "OTP_EXPIRED", "TOO_MANY_ATTEMPTS", "SIGN_IN_METHOD_NOT_OFFERED"],
  handle: async ({ auth, body, client }) => {
    const signedIn = await auth.emailOtp.signIn(body, client);
    return { body: { token: null, user: viewUser(signedIn.user) }, session: signedIn };
  },
});

export const checkVerificationOtp = route({
  method: "POST",
  path: "/api/auth/email-otp/check-verification-otp",
  summary: "Say whether a code is right, for one try, without using it.",
  access: "anyone",
  limit: "auth-ip",
  body: z.object({ email: emailField, type: codeType, otp: codeField }),
  status: 200,
  reply: success,
  refuses: ["INVALID_OTP", "OTP_EXPIRED", "TOO_MANY_ATTEMPTS"],
  handle: async ({ auth, body, client }) => {
    await auth.emailOtp.check(body, body.type, client);
    return { body: SUCCESS };
  },
});

export const verifyEmail = route({
  method: "POST",
  path: "/api/auth/email-otp/verify-email",
  summary: "Verify an address by a mailed code. Opens no session.",
  access: "anyone",
  limit: "auth-ip",
  body: z.object({ email: emailField, otp: codeField }),
  status: 200,
  reply: z.strictObject({ status: z.literal(true), token: z.null(), user: userView }),
  refuses: ["INVALID_OTP", "OTP_EXPIRED", "TOO_MANY_ATTEMPTS"],
  handle: async ({ auth, body, client }) => {
    const user = await auth.emailOtp.verifyEmail(body, client);
    return { body: { ...STATUS_OK, token: null, user: viewUser(user) } };
  },
});
