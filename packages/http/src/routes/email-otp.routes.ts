import { CODE_TYPES } from "@acme/auth-core";
import { route } from "../kernel/route.js";
import { once, z } from "../kernel/zod.js";
import { codeField, emailField, nameField } from "../schemas/fields.js";
import { status, STATUS_OK, SUCCESS, success } from "../views/outcome.view.js";
import { userView, viewUser } from "../views/user.view.js";

const codeType = once(() => z.enum(CODE_TYPES).describe("What the code is for."));

export const sendVerificationOtp = route({
  method: "POST",
  path: "/api/auth/email-otp/send-verification-otp",
  summary: "Send code",
  description: "Mail a six-digit code. The answer is the same for every email address.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ email: emailField(), type: codeType() }),
  returns: "The same for every email address, whether a code was mailed or not.",
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
  summary: "Sign in with code",
  description: "Exchange a mailed code for a session.",
  access: "anyone",
  limit: "auth-ip",
  body: () =>
    z.object({
      email: emailField(),
      otp: codeField(),
      name: nameField().describe("The display name of a user who is created.").exactOptional(),
    }),
  returns: "The user, who is signed in.",
  status: 200,
  reply: () =>
    z.strictObject({
      token: z.null().describe("Always null. The session token is in the cookie only."),
      user: userView(),
    }),
  creates: ["user.created"],
  opensSession: "by mail",
  withheldReplies: ["/api/auth/sign-in/email-otp"],
  refuses: [
    "INVALID_OTP",
    "OTP_EXPIRED",
    "TOO_MANY_ATTEMPTS",
    "SIGN_UP_NOT_ALLOWED",
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async ({ auth, body, client, additions }) => {
    const signedIn = await auth.emailOtp.signIn(body, client);
    return { body: { token: null, user: viewUser(signedIn.user, additions) }, session: signedIn };
  },
});

export const checkVerificationOtp = route({
  method: "POST",
  path: "/api/auth/email-otp/check-verification-otp",
  summary: "Check code",
  description: "Check a mailed code without using it up. A wrong code costs an attempt.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ email: emailField(), type: codeType(), otp: codeField() }),
  returns: "The code is right. It stays valid.",
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
  summary: "Verify email with code",
  description: "Verify an email address with a mailed code. Opens no session.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ email: emailField(), otp: codeField() }),
  returns: "The user, whose email address is verified.",
  status: 200,
  reply: () =>
    z.strictObject({
      status: status().shape.status,
      token: z.null().describe("Always null. The session token is in the cookie only."),
      user: userView(),
    }),
  refuses: ["INVALID_OTP", "OTP_EXPIRED", "TOO_MANY_ATTEMPTS"],
  handle: async ({ auth, body, client, additions }) => {
    const user = await auth.emailOtp.verifyEmail(body, client);
    return { body: { ...STATUS_OK, token: null, user: viewUser(user, additions) } };
  },
});
