import { route } from "../kernel/route.js";
import { z } from "../kernel/zod.js";
import { emailField, imageField, nameField, passwordField, urlField } from "../schemas/fields.js";
import { resolveOptionalRedirect } from "../site/redirects.js";
import { status, STATUS_OK } from "../views/outcome.view.js";
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
  summary: "Sign up with password",
  description: "Create a user with a password, mail the verification link and sign in.",
  access: "anyone",
  limit: "auth-ip",
  body: () =>
    z.object({
      email: emailField(),
      password: passwordField(),
      name: nameField().exactOptional(),
      image: imageField().exactOptional(),
      callbackURL: urlField().exactOptional(),
    }),
  returns: "The new user, who is signed in.",
  status: 200,
  reply: () =>
    z.strictObject({
      token: z.null().describe("Always null. The session token is in the cookie only."),
      user: userView(),
    }),
  takesFields: "sign-up",
  creates: ["user.created"],
  opensSession: "of a new user",
  refuses: [
    "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
    ...NEW_PASSWORD_REFUSALS,
    "IMAGE_URL_NOT_SUPPORTED",
    "INVALID_CALLBACK_URL",
    "SIGN_UP_NOT_ALLOWED",
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async ({ auth, site, body, client, additions }) => {
    const { email, password, name = "", image = null, callbackURL, ...fields } = body;
    const redirectTo = resolveOptionalRedirect(callbackURL, site);
    const { user, signedIn } = await auth.passwords.signUp(
      { email, password, name, image, redirectTo, fields },
      client,
    );
    return {
      body: { token: null, user: viewUser(user, additions) },
      ...(signedIn && { session: signedIn }),
    };
  },
});

export const signIn = route({
  method: "POST",
  path: "/api/auth/sign-in/email",
  aliases: ["/api/auth/sign-in", "/api/v1/auth/sign-in"],
  summary: "Sign in with password",
  description:
    "Sign in with an email address and a password, or authenticate a live session again.",
  access: "anyone",
  limit: "auth-ip",
  body: () =>
    z.object({
      email: emailField(),
      password: passwordField(),
      callbackURL: urlField().exactOptional(),
      rememberMe: z
        .boolean()
        .describe("Whether the cookie outlives the browser window.")
        .exactOptional(),
    }),
  returns: "The user, who is signed in, and the URL to go to.",
  status: 200,
  reply: () =>
    z.strictObject({
      redirect: z.boolean().describe("Whether `url` is given."),
      url: z.string().describe("The `callbackURL` of the request, absolute.").exactOptional(),
      token: z.null().describe("Always null. The session token is in the cookie only."),
      user: userView(),
    }),
  opensSession: true,
  withheldReplies: ["/api/auth/sign-in/email"],
  refuses: [
    "INVALID_EMAIL_OR_PASSWORD",
    "TOO_MANY_REQUESTS",
    "INVALID_CALLBACK_URL",
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async ({ auth, site, body, client, additions }) => {
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
        user: viewUser(signedIn.user, additions),
      },
      session: signedIn,
    };
  },
});

export const changePassword = route({
  method: "POST",
  path: "/api/auth/change-password",
  summary: "Change password",
  description: "Change the caller's password and end the caller's other sessions.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      currentPassword: passwordField().describe("The present password."),
      newPassword: passwordField().describe("The new password."),
    }),
  returns: "The user. The other sessions have ended, and the session cookie is set anew.",
  status: 200,
  reply: () =>
    z.strictObject({
      token: z.null().describe("Always null. The session token is in the cookie only."),
      user: userView(),
    }),
  refuses: [
    "INVALID_PASSWORD",
    "CREDENTIAL_ACCOUNT_NOT_FOUND",
    ...NEW_PASSWORD_REFUSALS,
    "TOO_MANY_REQUESTS",
  ],
  handle: async ({ auth, caller, body, client, additions }) => {
    const changed = await auth.passwords.change(
      caller,
      { current: body.currentPassword, next: body.newPassword },
      client,
    );
    return { body: { token: null, user: viewUser(changed.user, additions) }, session: changed };
  },
});

export const setPassword = route({
  method: "POST",
  path: "/api/v1/me/password",
  summary: "Set first password",
  description:
    "Set the first password of a caller who has none, and end the caller's other sessions.",
  access: "fresh",
  limit: "auth-ip",
  body: () => z.object({ newPassword: passwordField().describe("The new password.") }),
  returns:
    "Nothing: the password is set. The other sessions have ended, and the session cookie is set anew.",
  status: 204,
  reply: () => z.null(),
  refuses: ["PASSWORD_ALREADY_SET", ...NEW_PASSWORD_REFUSALS, "SIGN_IN_METHOD_NOT_OFFERED"],
  handle: async ({ auth, caller, body, client }) => ({
    body: null,
    session: await auth.passwords.set(caller, body.newPassword, client),
  }),
});

export const verifyPassword = route({
  method: "POST",
  path: "/api/auth/verify-password",
  summary: "Check password",
  description: "Check whether a password is the caller's.",
  access: "session",
  limit: "auth-ip",
  body: () => z.object({ password: passwordField() }),
  returns: "The password is the caller's.",
  status: 200,
  reply: status,
  refuses: ["INVALID_PASSWORD", "TOO_MANY_REQUESTS"],
  handle: async ({ auth, caller, body, client }) => {
    await auth.passwords.verify(caller, body.password, client);
    return { body: STATUS_OK };
  },
});
