import { AuthError } from "@acme/auth-core";
import { route } from "../kernel/route.js";
import { z } from "../kernel/zod.js";
import { codeField, emailField, passwordField, tokenField, urlField } from "../schemas/fields.js";
import { frontEndPage, resolveOptionalRedirect, withParameter } from "../site/redirects.js";
import { status, STATUS_OK, SUCCESS, success } from "../views/outcome.view.js";
import { NEW_PASSWORD_REFUSALS } from "./password.routes.js";

const RESET_PAGE = "/reset-password";

export const requestPasswordReset = route({
  method: "POST",
  path: "/api/auth/request-password-reset",
  summary: "Send reset link",
  description:
    "Mail a link that sets a new password. The answer is the same for every email address.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ email: emailField(), redirectTo: urlField().exactOptional() }),
  returns: "The same for every email address, whether a link was mailed or not.",
  status: 200,
  reply: () =>
    z.strictObject({
      ...status().shape,
      message: z.string().describe("What happens next, for people."),
    }),
  refuses: ["INVALID_CALLBACK_URL", "SIGN_IN_METHOD_NOT_OFFERED"],
  handle: async ({ auth, site, body, client }) => {
    await auth.passwordReset.requestLink(
      body.email,
      resolveOptionalRedirect(body.redirectTo, site),
      client,
    );
    return {
      body: {
        status: true,
        message:
          "If there is an account with this email address, a link to set a new password is on its way.",
      } as const,
    };
  },
});

export const openPasswordResetLink = route({
  method: "GET",
  path: "/api/auth/reset-password/:token",
  summary: "Open reset link",
  description:
    "Open a mailed password reset link: redirects to the front end with the token, which stays unused.",
  access: "anyone",
  limit: "auth-ip",
  params: () => z.object({ token: tokenField() }),
  query: () => z.object({ callbackURL: urlField().exactOptional() }),
  returns: "Redirects to the front end with the token, or with `?error=`.",
  status: 302,
  reply: () => z.never(),
  refuses: ["INVALID_CALLBACK_URL"],
  handle: async ({ auth, site, params, query }) => {
    const target =
      resolveOptionalRedirect(query.callbackURL, site) ?? frontEndPage(RESET_PAGE, site);
    try {
      await auth.passwordReset.inspectLink(params.token);
      return { redirect: withParameter(target, "token", params.token.reveal()), status: 302 };
    } catch (thrown) {
      if (!AuthError.is(thrown)) throw thrown;
      return { redirect: withParameter(target, "error", thrown.code), status: 302 };
    }
  },
});

export const resetPassword = route({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Reset password with link",
  description:
    "Set a new password with the token of a mailed link. Ends every session and opens none.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ newPassword: passwordField(), token: tokenField() }),
  returns: "The password is set, and every session of the user has ended.",
  status: 200,
  reply: status,
  refuses: ["INVALID_TOKEN", ...NEW_PASSWORD_REFUSALS, "SIGN_IN_METHOD_NOT_OFFERED"],
  handle: async ({ auth, body, client }) => {
    await auth.passwordReset.byLink({ token: body.token, next: body.newPassword }, client);
    return { body: STATUS_OK };
  },
});

export const requestPasswordResetCode = route({
  method: "POST",
  path: "/api/auth/email-otp/request-password-reset",
  summary: "Send reset code",
  description:
    "Mail a code that sets a new password. The answer is the same for every email address.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ email: emailField() }),
  returns: "The same for every email address, whether a code was mailed or not.",
  status: 200,
  reply: success,
  refuses: ["SIGN_IN_METHOD_NOT_OFFERED"],
  handle: async ({ auth, body, client }) => {
    await auth.passwordReset.requestCode(body.email, client);
    return { body: SUCCESS };
  },
});

export const resetPasswordByCode = route({
  method: "POST",
  path: "/api/auth/email-otp/reset-password",
  summary: "Reset password with code",
  description: "Set a new password with a mailed code. Ends every session and opens none.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ email: emailField(), otp: codeField(), password: passwordField() }),
  returns: "The password is set, and every session of the user has ended.",
  status: 200,
  reply: success,
  refuses: [
    "INVALID_OTP",
    "OTP_EXPIRED",
    "TOO_MANY_ATTEMPTS",
    ...NEW_PASSWORD_REFUSALS,
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async ({ auth, body, client }) => {
    await auth.passwordReset.byCode(
      { email: body.email, otp: body.otp, next: body.password },
      client,
    );
    return { body: SUCCESS };
  },
});
