import type { Auth, FreshCaller, PasskeyId } from "@acme/auth-core";
import { type Call, route } from "../kernel/route.js";
import { type Input, once, type Output, z } from "../kernel/zod.js";
import { authenticationBody, registrationBody } from "../schemas/credentials.js";
import { idField, nameField } from "../schemas/fields.js";
import { status, STATUS_OK } from "../views/outcome.view.js";
import { passkeyView, viewPasskey } from "../views/passkey.view.js";
import { creationOptionsView, requestOptionsView } from "../views/passkey-options.view.js";
import { sessionView, viewSession } from "../views/session.view.js";
import { userView, viewUser } from "../views/user.view.js";

const handle = once(() => idField<PasskeyId>().describe("The id of the passkey."));

const registrationInput = once(() =>
  z.object({
    name: nameField().describe("The name that the passkey will have.").exactOptional(),
    authenticatorAttachment: z
      .enum(["platform", "cross-platform"])
      .describe("Limits the choice to authenticators of this device, or to others.")
      .exactOptional(),
  }),
);

const registrationOptions = {
  path: "/api/auth/passkey/generate-register-options",
  summary: "Start passkey registration",
  description: "Start the registration of a passkey.",
  returns: "What the browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON`.",
  access: { session: true, fresh: true, proved: true },
  limit: "auth-ip",
  query: registrationInput,
  status: 200,
  reply: creationOptionsView,
  refuses: ["LIMIT_REACHED", "SIGN_IN_METHOD_NOT_OFFERED"],
} as const;

const registrationOptionsFor = async (
  auth: Auth,
  caller: FreshCaller,
  { name, authenticatorAttachment }: Output<typeof registrationInput>,
) => {
  const options = await auth.passkeys.registrationOptions(caller, {
    name: name || null,
    attachment: authenticatorAttachment ?? null,
  });
  return { body: options as Input<typeof registrationOptions.reply> };
};

export const generateRegisterOptions = route({
  ...registrationOptions,
  method: "POST",
  body: registrationInput,
  handle: ({ auth, caller, query, body }) =>
    registrationOptionsFor(auth, caller, { ...query, ...body }),
});

export const openRegisterOptions = route({
  ...registrationOptions,
  method: "GET",
  summary: "Get registration options",
  description: "Start the registration of a passkey by GET, as the better-auth client does.",
  handle: ({ auth, caller, query }) => registrationOptionsFor(auth, caller, query),
});

export const verifyRegistration = route({
  method: "POST",
  path: "/api/auth/passkey/verify-registration",
  summary: "Add passkey",
  description: "Add the passkey that the browser has created.",
  access: { session: true, fresh: true, proved: true },
  limit: "auth-ip",
  body: registrationBody,
  returns: "The passkey.",
  status: 200,
  reply: passkeyView,
  creates: ["passkey.added"],
  refuses: [
    "FAILED_TO_VERIFY_REGISTRATION",
    "CHALLENGE_NOT_FOUND",
    "LIMIT_REACHED",
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async ({ auth, caller, body, client, additions }) => {
    const passkey = await auth.passkeys.register(
      caller,
      { response: body.response, name: body.name ?? "" },
      client,
    );
    return {
      body: viewPasskey(passkey, auth.passkeys.authenticatorName(passkey.aaguid), additions),
    };
  },
});

const authenticationOptions = {
  path: "/api/auth/passkey/generate-authentication-options",
  aliases: ["/api/auth/passkey/generate-authenticate-options"],
  summary: "Start passkey sign-in",
  description: "Start a sign-in with a passkey. The answer says nothing about who has one.",
  returns: "What the browser needs to use a passkey: `PublicKeyCredentialRequestOptionsJSON`.",
  access: "anyone",
  limit: "auth-ip",
  status: 200,
  reply: requestOptionsView,
  refuses: ["SIGN_IN_METHOD_NOT_OFFERED"],
} as const;

const authenticationOptionsFor = async ({
  auth,
  client,
}: Pick<Call<undefined, undefined, undefined>, "auth" | "client">) => {
  const { options, browser } = await auth.passkeys.authenticationOptions(
    await auth.sessions.identify(client),
    client,
  );
  return { body: options as Input<typeof authenticationOptions.reply>, browser };
};

export const generateAuthenticationOptions = route({
  ...authenticationOptions,
  method: "POST",
  handle: authenticationOptionsFor,
});
export const openAuthenticationOptions = route({
  ...authenticationOptions,
  method: "GET",
  summary: "Get sign-in options",
  description:
    "Start a sign-in with a passkey by GET, as the better-auth client does. The answer says nothing about who has one.",
  handle: authenticationOptionsFor,
});

export const verifyAuthentication = route({
  method: "POST",
  path: "/api/auth/passkey/verify-authentication",
  summary: "Sign in with passkey",
  description: "Exchange an assertion for a session, or authenticate a live session again.",
  access: "anyone",
  limit: "auth-ip",
  body: authenticationBody,
  returns: "The user and the session.",
  status: 200,
  reply: () => z.strictObject({ session: sessionView(), user: userView() }),
  opensSession: true,
  refuses: {
    CHALLENGE_NOT_FOUND: 400,
    AUTHENTICATION_FAILED: 401,
    PASSKEY_NOT_FOUND: 401,
    SIGN_IN_METHOD_NOT_OFFERED: 404,
  },
  handle: async ({ auth, body, client, additions }) => {
    const signedIn = await auth.passkeys.signIn(body.response, client);
    return {
      body: {
        session: viewSession(signedIn.session, signedIn.activeOrganization, additions),
        user: viewUser(signedIn.user, additions),
      },
      session: signedIn,
    };
  },
});

export const listUserPasskeys = route({
  method: "GET",
  path: "/api/auth/passkey/list-user-passkeys",
  summary: "List passkeys",
  description: "List the caller's passkeys, oldest first.",
  access: "session",
  limit: "auth-ip",
  returns: "The passkeys, oldest first.",
  status: 200,
  reply: () => z.array(passkeyView()),
  refuses: [],
  handle: async ({ auth, caller, additions }) => {
    const passkeys = await auth.passkeys.list(caller);
    return {
      body: passkeys.map((passkey) =>
        viewPasskey(passkey, auth.passkeys.authenticatorName(passkey.aaguid), additions),
      ),
    };
  },
});

export const deletePasskey = route({
  method: "POST",
  path: "/api/auth/passkey/delete-passkey",
  summary: "Delete passkey",
  description: "Delete one of the caller's passkeys and end the caller's other sessions.",
  access: { session: true, proved: true },
  limit: "auth-ip",
  body: () => z.object({ id: handle() }),
  returns:
    "The passkey is deleted, and the caller's other sessions have ended. The session cookie is set anew.",
  status: 200,
  reply: status,
  refuses: ["PASSKEY_NOT_FOUND", "LAST_SIGN_IN_METHOD"],
  handle: async ({ auth, caller, body, client }) => {
    return { body: STATUS_OK, session: await auth.passkeys.remove(caller, body.id, client) };
  },
});

export const updatePasskey = route({
  method: "POST",
  path: "/api/auth/passkey/update-passkey",
  summary: "Rename passkey",
  description: "Rename one of the caller's passkeys.",
  access: "session",
  limit: "auth-ip",
  body: () => z.object({ id: handle(), name: nameField().min(1).describe("The new name.") }),
  returns: "The passkey, with its new name.",
  status: 200,
  reply: () => z.strictObject({ passkey: passkeyView() }),
  refuses: ["PASSKEY_NOT_FOUND"],
  handle: async ({ auth, caller, body, client, additions }) => {
    const passkey = await auth.passkeys.rename(caller, body, client);
    return {
      body: {
        passkey: viewPasskey(passkey, auth.passkeys.authenticatorName(passkey.aaguid), additions),
      },
    };
  },
});
