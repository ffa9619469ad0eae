import * as z from "zod";
import { emailField, imageField, nameField, passwordField, urlField } from "../schemas/fields.js";
import { status, STATUS_OK } from "../views/outcome.view.js";
import { resolveOptionalRedirect } from "../site/redirects.js";
import { route } from "../kernel/route.js";
import { userView, viewUser } from "../views/user.view.js";

/** What a password may be refused for on every path that sets one. */
export const NEW_PASSWORD_REFUSALS = [
  "PASSWORD_TOO_SHORT",
  "PASSWORD_TOO_LONG",
  "PASSWORD_TOO_COMMON",
] as const;

export const signUp = route({
  method: "POST",
  path: "/api/auth/sign-up/email",
  aliases: ["/api/auth/sign-up"],
  summary: "Create a user with a password, mail the verification link and sign in.",
  access: "anyone",
  limit: "auth-ip",
  body: z.object({
    email: emailField,
    password: passwordField,
    name: nameField.exactOptional(),
    image: imageField.exactOptional(),
    callbackURL: urlField.exactOptional(),
  }),
  status: 200,
  reply: z.strictObject({ token: z.null(), user: userView }),
  refuses: [
    "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
    ...NEW_PASSWORD_REFUSALS,
    "IMAGE_URL_NOT_SUPPORTED",
    "INVALID_CALLBACK_URL",
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async ({ auth, site, body, client }) => {
    const { email, password, name = "", image = null } = body;
    const redirectTo = resolveOptionalRedirect(body.callbackURL, site);
    const { user, signedIn } = await auth.passwords.signUp(
      { email, password, name, image, redirectTo },
      client,
    );
    return { body: { token: null, user: viewUser(user) }, ...(signedIn && { session: signedIn }) };
  },
});

export const signIn = route({
  method: "POST",
  path: "/api/auth/sign-in/email",
  aliases: ["/api/auth/sign-in", "/api/v1/auth/sign-in"],
  summary: "Sign in by address and password, or authenticate a live session again.",
  access: "anyone",
  limit: "auth-ip",
  body: z.object({
    email: emailField,
    password: passwordField,
    callbackURL: urlField.exactOptional(),
    rememberMe: z.boolean().exactOptional(),
  }),
  status: 200,
  reply: z.strictObject({
    redirect: z.boolean(),
    url: z.string().exactOptional(),
    token: z.null(),
    user: userView,
  }),
  refuses: [
    "INVALID_EMAIL_OR_PASSWORD",
    "EMAIL_NOT_VERIFIED",
    "TOO_MANY_REQUESTS",
    "INVALID_CALLBACK_URL",
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async ({ auth, site, body, client }) => {
    const { email, password, rememberMe: remembered } = body;
    const url = resolveOptionalRedirect(body.callbackURL, site);
    const signedIn = await auth.passwords.signIn(
      { email, password, remembered, redirectTo: url },
      client,
    );
    return {
      body: {
        redirect: url !== null,
        ...(url !== null && { url }),
        token: null,
        user: viewUser(signedIn.user),
      },
      session: signedIn,
    };
  },
});

export const changePassword = route({
  method: "POST",
  path: "/api/auth/change-password",
  summary: "Change the caller's password and end their other sessions.",
  access: "session",
  limit: "auth-ip",
  body: z.object({ currentPassword: passwordField, newPassword: passwordField }),
  status: 200,
  reply: z.strictObject({ token: z.null(), user: userView }),
  refuses: [
    "INVALID_PASSWORD",
    "CREDENTIAL_ACCOUNT_NOT_FOUND",
    ...NEW_PASSWORD_REFUSALS,
    "TOO_MANY_REQUESTS",
  ],
  handle: async ({ auth, caller, body, client }) => {
    const user = await auth.passwords.change(
      caller,
      { current: body.currentPassword, next: body.newPassword },
      client,
    );
    return { body: { token: null, user: viewUser(user) } };
  },
});

export const verifyPassword = route({
  method: "POST",
  path: "/api/auth/verify-password",
  summary: "Say whether it is the caller's password.",
  access: "session",
  limit: "auth-ip",
  body: z.object({ password: passwordField }),
  status: 200,
  reply: status,
  refuses: ["INVALID_PASSWORD", "TOO_MANY_REQUESTS"],
  handle: async ({ auth, caller, body, client }) => {
    await auth.passwords.verify(caller, body.password, client);
    return { body: STATUS_OK };
  },
});
