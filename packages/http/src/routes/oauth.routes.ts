import { AuthError, type LinkedAccountId, type OAuthOutcome, POLICY } from "@acme/auth-core";
import { type Answer, route } from "../kernel/route.js";
import type { Site } from "../kernel/site.js";
import { once, z } from "../kernel/zod.js";
import { destinationFields, destinationsOf } from "../schemas/destinations.js";
import { idField, recordField, textField } from "../schemas/fields.js";
import { redirectFailed } from "../site/failed-sign-in.js";
import { lastWay } from "../site/last-way.js";
import { safeRedirectTarget } from "../site/redirects.js";
import {
  linkedAccountView,
  viewLinkedAccount,
  viewPasswordAccount,
} from "../views/linked-account.view.js";
import { methodsView, viewMethods } from "../views/methods.view.js";
import { status, STATUS_OK } from "../views/outcome.view.js";

const MAX_FIELDS = POLICY.inputFields.value;

const provider = once(() => z.string().min(1).max(64).describe("The id of the external provider."));
const redirection = once(() =>
  z.strictObject({
    url: z.string().describe("The URL of the provider."),
    redirect: z.boolean().describe("Whether the client should go there by itself."),
  }),
);

/**
 * Nothing else of a request reaches the provider: the application decides on scopes and parameters.
 */
const authorizationInput = once(() =>
  z.object({
    provider: provider(),
    ...destinationFields(),
    disableRedirect: z.boolean().default(false).describe("Sets `redirect` of the answer to false."),
    idToken: z
      .unknown()
      .optional()
      .describe("Not supported: refused with `ID_TOKEN_NOT_SUPPORTED`."),
  }),
);

const AUTHORIZATION_REFUSALS = [
  "PROVIDER_NOT_FOUND",
  "ID_TOKEN_NOT_SUPPORTED",
  "INVALID_CALLBACK_URL",
  "SIGN_IN_METHOD_NOT_OFFERED",
] as const;

function refuseIdToken({ idToken }: { readonly idToken?: unknown }): void {
  if (idToken !== undefined) throw new AuthError("ID_TOKEN_NOT_SUPPORTED");
}

export const signInSocial = route({
  method: "POST",
  path: "/api/auth/sign-in/social",
  summary: "Start provider sign-in",
  description: "Start a sign-in at an external provider.",
  access: "anyone",
  limit: "auth-ip",
  body: authorizationInput,
  returns: "The URL of the provider to send the browser to.",
  status: 200,
  reply: redirection,
  refuses: AUTHORIZATION_REFUSALS,
  handle: async ({ auth, site, body, client }) => {
    refuseIdToken(body);
    const { url, browser } = await auth.oauth.startSignIn(
      { providerId: body.provider, destinations: destinationsOf(body, site) },
      client,
    );
    return { body: { url, redirect: !body.disableRedirect }, browser };
  },
});

export const linkSocial = route({
  method: "POST",
  path: "/api/auth/link-social",
  summary: "Start account linking",
  description: "Start the linking of an account at an external provider to the caller.",
  access: "fresh",
  limit: "auth-ip",
  body: authorizationInput,
  returns: "The URL of the provider to send the browser to.",
  status: 200,
  reply: redirection,
  refuses: AUTHORIZATION_REFUSALS,
  handle: async ({ auth, site, caller, body, client }) => {
    refuseIdToken(body);
    const { url, browser } = await auth.oauth.startLinking(
      caller,
      { providerId: body.provider, destinations: destinationsOf(body, site) },
      client,
    );
    return { body: { url, redirect: !body.disableRedirect }, browser };
  },
});

/** The fields of an answer of a provider. A repeated one is a list. */
const answerFields = once(() =>
  recordField(z.union([textField(), z.array(textField()).max(MAX_FIELDS)]), MAX_FIELDS),
);

/** Leaves out the fields that were repeated (RFC 6749 §3.1). */
const singleFields = (
  fields: Readonly<Record<string, string | readonly string[]>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

const callbackParameters = once(() =>
  z.object({ provider: textField().describe("The id of the external provider.") }),
);

export const oauthCallback = route({
  method: "GET",
  path: "/api/auth/callback/:provider",
  summary: "Complete authorization",
  description:
    "Complete an authorization request: the provider redirects the browser here. Redirects to the front end, signed in or with `?error=`.",
  access: "anyone",
  limit: "auth-ip",
  params: callbackParameters,
  query: answerFields,
  returns: "Redirects to the front end, signed in or with `?error=`.",
  status: 302,
  reply: () => z.never(),
  creates: ["user.created", "account.linked"],
  opensSession: true,
  refuses: [],
  handle: async ({ auth, site, request, params, query, client }) => {
    // HEAD has no effect: it opens no session and uses up no state.
    if (request.method === "HEAD") return { redirect: site.appUrl, status: 302 };
    try {
      const { provider } = params;
      const answer = singleFields(query);
      const outcome = await auth.oauth.completeAuthorization(provider, answer, client);
      return redirectAfter(outcome, { provider, site });
    } catch (thrown) {
      if (!AuthError.is(thrown)) throw thrown;
      const code = thrown.code.toLowerCase();
      return { ...redirectFailed({ code }, site.appUrl, site), status: 302 };
    }
  },
});

export const oauthForm = route({
  method: "POST",
  path: "/api/auth/callback/:provider",
  summary: "Pass on the form",
  description:
    "Take the form that a provider's page has posted from its own site, and redirect to this path by GET with its `code`, `state` and `error`, and the name of the user, sealed. Reads no cookie, and sets and uses up nothing; the cross-site rule does not apply. Only where the provider answers by `form_post`.",
  access: "anyone",
  limit: "auth-ip",
  params: callbackParameters,
  body: answerFields,
  forms: "only",
  crossSite: true,
  existsFor: (auth, { provider = "" }) => auth.oauth.postsForm(provider),
  returns: "Redirects to this path by GET.",
  status: 303,
  reply: () => z.never(),
  refuses: ["METHOD_NOT_ALLOWED"],
  handle: async ({ auth, site, params: { provider }, body }) => {
    const query = auth.oauth.relayForm(provider, singleFields(body));
    if (!query) throw new AuthError("METHOD_NOT_ALLOWED");
    const callback = new URL(site.links.oauthCallback(provider));
    for (const [name, value] of Object.entries(query)) callback.searchParams.set(name, value);
    return { redirect: callback.href, status: 303 };
  },
});

/** Every target is checked again: the allowed origins may have changed since it was stored. */
function redirectAfter(
  outcome: OAuthOutcome,
  { provider, site }: { readonly provider: string; readonly site: Site },
): Answer<never> {
  if (!outcome.ok) return redirectAfterFailure(outcome, site);
  const { destinations, isNew, signedIn } = outcome;
  const { callback, newUser } = destinations;
  const target = isNew ? (newUser ?? callback) : callback;
  return {
    redirect: safeRedirectTarget(target ?? site.homeUrl, site),
    status: 302,
    ...(signedIn && { session: signedIn, ...lastWay(provider, site) }),
  };
}

function redirectAfterFailure(
  outcome: Extract<OAuthOutcome, { ok: false }>,
  site: Site,
): Answer<never> {
  const { reason, continuation = null, destinations } = outcome;
  const failed = safeRedirectTarget(destinations?.error ?? destinations?.callback, site);
  // Our reasons are in lower case, as those of OAuth are; the codes of an application become so.
  const code = reason.toLowerCase();
  return { ...redirectFailed({ code, continuation }, failed, site), status: 302 };
}

export const listAccounts = route({
  method: "GET",
  path: "/api/auth/list-accounts",
  summary: "List linked accounts",
  description:
    "List the caller's linked accounts, oldest first. The password is the account `credential`.",
  access: "session",
  limit: "auth-ip",
  returns: "The accounts, oldest first.",
  status: 200,
  reply: () => z.array(linkedAccountView()),
  refuses: [],
  handle: async ({ auth, caller }) => {
    const passwordSetAt = await auth.passwords.setSince(caller);
    const linked = (await auth.oauth.list(caller)).map(viewLinkedAccount);
    return {
      body: passwordSetAt ? [viewPasswordAccount(caller.user, passwordSetAt), ...linked] : linked,
    };
  },
});

export const unlinkAccount = route({
  method: "POST",
  path: "/api/auth/unlink-account",
  summary: "Unlink account",
  description: "Unlink an account at an external provider from the caller, by its id.",
  access: "fresh",
  limit: "auth-ip",
  body: () =>
    z.object({
      accountId: idField<LinkedAccountId>().describe("The id of the linked account."),
    }),
  returns: "The account is unlinked.",
  status: 200,
  reply: status,
  refuses: ["ACCOUNT_NOT_FOUND", "FAILED_TO_UNLINK_LAST_ACCOUNT"],
  handle: async ({ auth, caller, body, client }) => {
    await auth.oauth.unlink(caller, body.accountId, client);
    return { body: STATUS_OK };
  },
});

export const methods = route({
  method: "GET",
  path: "/api/v1/auth/methods",
  summary: "List sign-in methods",
  description: "List the sign-in methods that are offered here.",
  access: "anyone",
  limit: "read",
  returns: "Which sign-in methods are offered, in which order, and the external providers.",
  status: 200,
  reply: methodsView,
  refuses: [],
  handle: async ({ auth, additions }) => ({
    body: viewMethods(auth.signInMethods.offered(), additions),
  }),
});
