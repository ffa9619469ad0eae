import { AuthError, type VerificationClaims } from "@acme/auth-core";
import { isOwnFetch } from "../kernel/own-fetch.js";
import { type Answer, type RenderedPage, route } from "../kernel/route.js";
import { z } from "../kernel/zod.js";
import { emphasize, html, marked } from "../pages/html.js";
import {
  beginningAt,
  deadLinkAnswer,
  donePage,
  failedForm,
  noteBelow,
  tokenForm,
} from "../pages/mailed-link-pages.js";
import { showPage } from "../pages/pages.js";
import { type Reader, readerOf } from "../pages/reader.js";
import { emailField, tokenField, urlField } from "../schemas/fields.js";
import { type FlashSealing, mailedFlash } from "../site/page-flash.js";
import { resolveOptionalRedirect, safeRedirectTarget, withParameter } from "../site/redirects.js";
import { OK, ok, status, STATUS_OK } from "../views/outcome.view.js";

const LINK = "/api/auth/verify-email";

export const resendVerification = route({
  method: "POST",
  path: "/api/v1/auth/resend-verification",
  summary: "Resend verification link",
  description: "Mail the verification link again. The answer is the same for every email address.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ email: emailField() }),
  returns: "The same for every email address, whether a link was mailed or not.",
  status: 200,
  reply: ok,
  refuses: [],
  handle: async ({ auth, body, client }) => {
    await auth.emailVerification.resend(body.email, null, client);
    return { body: OK };
  },
});

export const sendVerificationEmail = route({
  method: "POST",
  path: "/api/auth/send-verification-email",
  summary: "Send verification link",
  description:
    "Mail the verification link again, with a URL to redirect to afterwards. The answer is the same for every email address.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ email: emailField(), callbackURL: urlField().exactOptional() }),
  returns: "The same for every email address, whether a link was mailed or not.",
  status: 200,
  reply: status,
  refuses: ["INVALID_CALLBACK_URL"],
  handle: async ({ auth, site, body, client }) => {
    await auth.emailVerification.resend(
      body.email,
      resolveOptionalRedirect(body.callbackURL, site),
      client,
    );
    return { body: STATUS_OK };
  },
});

export const verifyEmail = route({
  method: "POST",
  path: "/api/v1/auth/verify-email",
  summary: "Verify email with link",
  description:
    "Verify an email address with the token of a mailed link. The token may be posted again while it lives.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ token: tokenField() }),
  returns: "The id of the user whose email address is verified.",
  status: 200,
  reply: () => z.strictObject({ userId: z.string().describe("The id of the user.") }),
  refuses: { INVALID_TOKEN: 422, TOKEN_EXPIRED: 422 },
  handle: async ({ auth, body, client }) => {
    const { userId } = await auth.emailVerification.verify(body.token, client);
    return { body: { userId } };
  },
});

export const openVerificationLink = route({
  method: "GET",
  path: LINK,
  summary: "Open verification link",
  description:
    "Open a mailed verification link. People see a page with a button; a fetch by the front end's own script verifies the email address.",
  access: "anyone",
  limit: "auth-ip",
  query: () =>
    z.object({ token: tokenField().prefault(""), callbackURL: urlField().exactOptional() }),
  returns:
    "For people, a page with a button that verifies the email address; for the front end's script, the result of the verification.",
  status: 200,
  redirects: 302,
  page: "to people",
  deadLinkPage: true,
  reply: () => z.strictObject({ ...status().shape, user: z.null().describe("Always null.") }),
  refuses: { INVALID_TOKEN: 401, TOKEN_EXPIRED: 401, INVALID_CALLBACK_URL: 403 },
  handle: async (call): Promise<Answer<{ status: true; user: null }>> => {
    const { auth, site, request, query, client } = call;
    const target = resolveOptionalRedirect(query.callbackURL, site);
    if (!isOwnFetch(request, site)) {
      const reader = await readerOf(call);
      return auth.emailVerification.inspect(query.token).then(
        (claims) => ({ page: confirmationPage(claims, query.token.reveal(), reader) }),
        (thrown: unknown) =>
          deadLinkAnswer(thrown, { reader, startAgain: beginningAt("/sign-in", site) }),
      );
    }
    try {
      await auth.emailVerification.verify(query.token, client);
    } catch (thrown) {
      if (target === null || !AuthError.is(thrown)) throw thrown;
      return { redirect: withParameter(target, "error", thrown.code), status: 302 };
    }
    return target === null
      ? { body: { status: true, user: null } }
      : { redirect: target, status: 302 };
  },
});

function confirmationPage(
  { email }: VerificationClaims,
  token: string,
  { site, catalogue, theme }: Reader,
): RenderedPage {
  const { title, text, button, note } = catalogue.pages.verifyEmail;
  const page = {
    title,
    content: html`<p>${emphasize(text({ email: marked(email) }))}</p>`,
    form: tokenForm(LINK, { token }, button),
    note: noteBelow(note),
    language: catalogue,
    theme,
  };
  return showPage(page, site);
}

export const submitVerificationLink = route({
  method: "POST",
  path: LINK,
  summary: "Submit verification form",
  description: "Verify an email address with the form on the page of a mailed verification link.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ token: tokenField() }),
  forms: "only",
  returns: "A page that says that the email address is verified.",
  status: 200,
  redirects: 303,
  page: "always",
  deadLinkPage: true,
  reply: () => z.never(),
  refuses: [],
  handle: async (call) => {
    const { auth, site, body, client } = call;
    const reader = await readerOf(call);
    try {
      const claims = await auth.emailVerification.verify(body.token, client);
      return afterwards(claims, { auth, reader });
    } catch (thrown) {
      return failedForm(thrown, {
        reader,
        startAgain: beginningAt("/sign-in", site),
        target: await auth.emailVerification.destination(body.token),
      });
    }
  },
});

function afterwards(
  { email, redirectTo }: VerificationClaims,
  { auth, reader }: { readonly auth: FlashSealing; readonly reader: Reader },
): Answer<never> {
  const { site, catalogue } = reader;
  if (redirectTo !== null)
    return {
      redirect: safeRedirectTarget(redirectTo, site),
      status: 303,
      ...mailedFlash("emailVerified", email, { auth, site }),
    };
  const { title, text } = catalogue.pages.emailVerified;
  return { page: showPage(donePage({ title, text: text({ email }) }, reader), site) };
}
