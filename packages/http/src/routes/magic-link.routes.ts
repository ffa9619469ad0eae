import { AuthError, type Destinations, type SignedIn } from "@acme/auth-core";
import { isOwnFetch } from "../kernel/own-fetch.js";
import { type Answer, type CallContext, type RenderedPage, route } from "../kernel/route.js";
import { type Input, once, z } from "../kernel/zod.js";
import { emphasize, html, marked } from "../pages/html.js";
import {
  beginningAt,
  deadLinkAnswer,
  failedForm,
  noteBelow,
  tokenForm,
} from "../pages/mailed-link-pages.js";
import { showPage } from "../pages/pages.js";
import { type Reader, readerOf } from "../pages/reader.js";
import { destinationFields, destinationsOf } from "../schemas/destinations.js";
import { emailField, nameField, tokenField } from "../schemas/fields.js";
import { destinationParameters } from "../site/destination-parameters.js";
import { redirectFailed } from "../site/failed-sign-in.js";
import { lastWay } from "../site/last-way.js";
import { status, STATUS_OK } from "../views/outcome.view.js";
import { sessionView, viewSession } from "../views/session.view.js";
import { userView, viewUser } from "../views/user.view.js";

const LINK = "/api/auth/magic-link/verify";

export const sendMagicLink = route({
  method: "POST",
  path: "/api/auth/magic-link/send",
  aliases: ["/api/v1/auth/magic-link/send", "/api/auth/sign-in/magic-link"],
  summary: "Send magic link",
  description: "Mail a link that signs in. The answer is the same for every email address.",
  access: "anyone",
  limit: "auth-ip",
  body: () =>
    z.object({ email: emailField(), name: nameField().exactOptional(), ...destinationFields() }),
  returns: "The same for every email address, whether a link was mailed or not.",
  status: 200,
  reply: status,
  refuses: ["INVALID_CALLBACK_URL", "SIGN_IN_METHOD_NOT_OFFERED"],
  handle: async ({ auth, site, body, client }) => {
    await auth.magicLinks.send(
      { email: body.email, name: body.name ?? "", destinations: destinationsOf(body, site) },
      client,
    );
    return { body: STATUS_OK };
  },
});

const signedInReply = once(() =>
  z
    .strictObject({
      token: z.null().describe("Always null. The session token is in the cookie only."),
      user: userView(),
      session: sessionView(),
    })
    .meta({ id: "MagicLinkReply", description: "The user and the session." }),
);
type SignedInReply = Input<typeof signedInReply>;

const inJson = (
  signedIn: SignedIn,
  { additions }: Pick<CallContext, "additions">,
): Answer<SignedInReply> => ({
  body: {
    token: null,
    user: viewUser(signedIn.user, additions),
    session: viewSession(signedIn.session, signedIn.activeOrganization, additions),
  },
  session: signedIn,
});

/** Returns the redirect target after a sign-in; null when there is none. */
const nextUrl = ({ callback, newUser }: Destinations, isNew: boolean): string | null =>
  isNew ? (newUser ?? callback) : callback;

export const openMagicLink = route({
  method: "GET",
  path: LINK,
  summary: "Open magic link",
  description:
    "Open a mailed sign-in link. People see a page with a button; a fetch by the front end's own script signs in.",
  access: "anyone",
  limit: "auth-ip",
  query: () => z.object({ token: tokenField().prefault(""), ...destinationFields() }),
  returns:
    "For people, a page with a button that signs in; for the front end's script, the user and the session.",
  status: 200,
  page: "to people",
  deadLinkPage: true,
  redirects: 302,
  reply: signedInReply,
  creates: ["user.created"],
  opensSession: "by mail",
  withheldReplies: [LINK],
  refuses: [
    "INVALID_TOKEN",
    "INVALID_CALLBACK_URL",
    "SIGN_UP_NOT_ALLOWED",
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async (call): Promise<Answer<SignedInReply>> => {
    const { auth, site, request, query, client } = call;
    const destinations = destinationsOf(query, site);
    if (!isOwnFetch(request, site)) {
      const reader = await readerOf(call);
      const fields = { token: query.token.reveal(), ...destinationParameters(destinations) };
      return auth.magicLinks.inspect(query.token).then(
        ({ email }) => ({ page: confirmationPage(email, fields, reader) }),
        (thrown: unknown) =>
          deadLinkAnswer(thrown, { reader, startAgain: beginningAt("/sign-in", site) }),
      );
    }
    try {
      // Who is new has no factor to be asked for.
      const back = nextUrl(destinations, false);
      const signedIn = await auth.magicLinks.signIn(query.token, client, back);
      const target = nextUrl(destinations, signedIn.isNew);
      return target === null
        ? inJson(signedIn, call)
        : { redirect: target, status: 302, session: signedIn };
    } catch (thrown) {
      const target = destinations.error ?? destinations.callback;
      if (target === null || !AuthError.is(thrown)) throw thrown;
      return { ...redirectFailed(thrown, target, site), status: 302 };
    }
  },
});

function confirmationPage(
  email: string,
  fields: Readonly<Record<string, string>>,
  { site, catalogue, theme }: Reader,
): RenderedPage {
  const { title, text, button, note } = catalogue.pages.signIn;
  const page = {
    title,
    content: html`<p>${emphasize(text({ email: marked(email) }))}</p>`,
    form: tokenForm(LINK, fields, button),
    note: noteBelow(note),
    language: catalogue,
    theme,
  };
  return showPage(page, site);
}

export const submitMagicLink = route({
  method: "POST",
  path: LINK,
  summary: "Sign in with link",
  description:
    "Exchange a mailed sign-in link for a session, with the form on its page or in JSON.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ token: tokenField(), ...destinationFields() }),
  forms: "too",
  returns: "The user and the session, for a request in JSON.",
  status: 200,
  page: "to people",
  deadLinkPage: true,
  redirects: 303,
  reply: signedInReply,
  creates: ["user.created"],
  opensSession: "by mail",
  refuses: [
    "INVALID_TOKEN",
    "INVALID_CALLBACK_URL",
    "SIGN_UP_NOT_ALLOWED",
    "SIGN_IN_METHOD_NOT_OFFERED",
  ],
  handle: async (call): Promise<Answer<SignedInReply>> => {
    const { auth, site, body, client, isForm } = call;
    const destinations = destinationsOf(body, site);
    const back = nextUrl(destinations, false);
    if (!isForm) return inJson(await auth.magicLinks.signIn(body.token, client, back), call);
    const reader = await readerOf(call);
    return auth.magicLinks.signIn(body.token, client, back).then(
      (signedIn) => ({
        redirect: nextUrl(destinations, signedIn.isNew) ?? site.homeUrl,
        status: 303 as const,
        session: signedIn,
        ...lastWay("link", site),
      }),
      (thrown: unknown) =>
        failedForm(thrown, {
          reader,
          startAgain: beginningAt("/sign-in", site),
          target: destinations.error ?? destinations.callback,
        }),
    );
  },
});
