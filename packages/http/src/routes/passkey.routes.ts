import type { Auth, FreshCaller, PasskeyId } from "@acme/auth-core";
import { type Call, route } from "../kernel/route.js";
import { type Input, once, type Output, z } from "../kernel/zod.js";
import { authenticationBody, registrationBody } from "../schemas/credentials.js";
import { idField, nameField, textField } from "../schemas/fields.js";
import { hintsField, hintsInQuery } from "../schemas/hints.js";
import { passkeyView, viewPasskey } from "../views/passkey.view.js";
import { creationOptionsView, requestOptionsView } from "../views/passkey-options.view.js";
import { passkeyRemovalView, viewPasskeyRemoval } from "../views/passkey-removal.view.js";
import { passkeySignalsView, viewPasskeySignals } from "../views/passkey-signals.view.js";
import { sessionView, viewSession } from "../views/session.view.js";
import { userView, viewUser } from "../views/user.view.js";

const handle = once(() => idField<PasskeyId>().describe("The id of the passkey."));

/** What the official passkey client says when the browser is to make a passkey by itself. */
const BY_ITSELF = "conditional";

const registrationFields = once(() => ({
  name: nameField().describe("The name that the passkey will have.").exactOptional(),
  authenticatorAttachment: z
    .enum(["platform", "cross-platform"])
    .describe("Limits the choice to authenticators of this device, or to others.")
    .exactOptional(),
  mediation: z
    .literal(BY_ITSELF)
    .describe(
      "The browser may make the passkey without asking its user: once, within five minutes of a sign-in by password.",
    )
    .exactOptional(),
  context: textField()
    .describe("`conditional` means the same as in `mediation`; anything else means nothing.")
    .exactOptional(),
}));

const registrationBodyInput = once(() =>
  z.object({ ...registrationFields(), hints: hintsField().exactOptional() }),
);
const registrationQuery = once(() =>
  z.object({ ...registrationFields(), hints: hintsInQuery().exactOptional() }),
);

const registrationOptions = {
  path: "/api/auth/passkey/generate-register-options",
  summary: "Start passkey registration",
  description: "Start the registration of a passkey.",
  returns: "What the browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON`.",
  access: { session: true, fresh: true, proved: true },
  limit: "auth-ip",
  query: registrationQuery,
  status: 200,
  reply: creationOptionsView,
  refuses: ["LIMIT_REACHED", "SIGN_IN_METHOD_NOT_OFFERED", "CONDITIONAL_CREATE_NOT_ALLOWED"],
} as const;

const registrationOptionsFor = async (
  auth: Auth,
  caller: FreshCaller,
  { name, authenticatorAttachment, mediation, context, hints }: Output<typeof registrationQuery>,
) => {
  const options = await auth.passkeys.registrationOptions(caller, {
    name: name || null,
    attachment: authenticatorAttachment ?? null,
    mediation: context === BY_ITSELF ? BY_ITSELF : (mediation ?? null),
    hints: hints ?? [],
  });
  return { body: options as Input<typeof registrationOptions.reply> };
};

export const generateRegisterOptions = route({
  ...registrationOptions,
  method: "POST",
  body: registrationBodyInput,
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
    "CONDITIONAL_CREATE_NOT_ALLOWED",
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

const authenticationQuery = once(() => z.object({ hints: hintsInQuery().exactOptional() }));

const authenticationOptions = {
  path: "/api/auth/passkey/generate-authentication-options",
  aliases: ["/api/auth/passkey/generate-authenticate-options"],
  summary: "Start passkey sign-in",
  description: "Start a sign-in with a passkey. The answer says nothing about who has one.",
  returns: "What the browser needs to use a passkey: `PublicKeyCredentialRequestOptionsJSON`.",
  access: "anyone",
  limit: "auth-ip",
  query: authenticationQuery,
  status: 200,
  reply: requestOptionsView,
  refuses: ["SIGN_IN_METHOD_NOT_OFFERED"],
} as const;

const authenticationOptionsFor = async (
  { auth, client }: Pick<Call<undefined, undefined, undefined>, "auth" | "client">,
  { hints = [] }: Output<typeof authenticationQuery>,
) => {
  const caller = await auth.sessions.identify(client);
  const { options, browser } = await auth.passkeys.authenticationOptions(caller, client, hints);
  return { body: options as Input<typeof authenticationOptions.reply>, browser };
};

export const generateAuthenticationOptions = route({
  ...authenticationOptions,
  method: "POST",
  body: () => z.object({ hints: hintsField().exactOptional() }),
  handle: ({ auth, client, query, body }) =>
    authenticationOptionsFor({ auth, client }, { ...query, ...body }),
});
export const openAuthenticationOptions = route({
  ...authenticationOptions,
  method: "GET",
  summary: "Get sign-in options",
  description:
    "Start a sign-in with a passkey by GET, as the better-auth client does. The answer says nothing about who has one.",
  handle: ({ auth, client, query }) => authenticationOptionsFor({ auth, client }, query),
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
  withheldReplies: ["/api/auth/passkey/verify-authentication"],
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
  reply: passkeyRemovalView,
  refuses: ["PASSKEY_NOT_FOUND", "LAST_SIGN_IN_METHOD"],
  handle: async ({ auth, caller, body, client, additions }) => {
    const removed = await auth.passkeys.remove(caller, body.id, client);
    return { body: viewPasskeyRemoval(removed, additions), session: removed };
  },
});

export const passkeySignals = route({
  method: "GET",
  path: "/api/v1/me/passkey-signals",
  summary: "Get passkey signals",
  description:
    "What the browser tells the authenticators that keep the caller's passkeys, so that they offer none that is gone and show the user's present name.",
  access: "session",
  limit: "auth-ip",
  returns:
    "One entry for each user handle. Each part is the argument of the method of `PublicKeyCredential` of that name: `signalAllAcceptedCredentials`, `signalCurrentUserDetails`.",
  status: 200,
  reply: () => z.strictObject({ signals: passkeySignalsView() }),
  refuses: [],
  handle: async ({ auth, caller }) => ({
    body: { signals: viewPasskeySignals(await auth.passkeys.signals(caller)) },
  }),
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
