import { AuthError, type VerificationClaims } from "@acme/auth-core";
import { z } from "../kernel/zod.js";
import { emailField, tokenField, urlField } from "../schemas/fields.js";
import { html } from "../pages/html.js";
import { ok, OK, status, STATUS_OK } from "../views/outcome.view.js";
import { isOwnFetch } from "../kernel/own-fetch.js";
import { safeRedirectTarget, resolveOptionalRedirect, withParameter } from "../site/redirects.js";
import { route, type Answer } from "../kernel/route.js";
import type { NamedSite } from "../kernel/site.js";
import { showPage } from "../pages/pages.js";
import { deadLinkAnswer, donePage, failedForm, tokenForm } from "../pages/mailed-link-pages.js";

const LINK = "/api/auth/verify-email";

export const resendVerification = route({
  method: "POST",
  path: "/api/v1/auth/resend-verification",
  summary: "Mail the verification link again. The answer is the same for every email address.",
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
  summary:
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
  summary:
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
  summary:
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
  handle: async ({
    auth,
    site,
    request,
    query,
    client,
  }): Promise<Answer<{ status: true; user: null }>> => {
    const target = resolveOptionalRedirect(query.callbackURL, site);
    if (!isOwnFetch(request, site)) {
      return auth.emailVerification.inspect(query.token).then(
        (claim) => ({ page: showPage(confirmationPage(claim, query.token.reveal()), site) }),
        (thrown: unknown) => deadLinkAnswer(thrown, site),
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

const confirmationPage = ({ email }: VerificationClaims, token: string) => ({
  title: "Confirm your email address",
  content: html`<p>
    Somebody signed up with <strong>${email}</strong>. If that was you, confirm it:
  </p>`,
  form: tokenForm(LINK, { token }, "Confirm this email address"),
  note: html`<p>
    If it was not you, close this page. Nothing happens until the button is pressed.
  </p>`,
});

export const submitVerificationLink = route({
  method: "POST",
  path: LINK,
  summary: "Verify an email address with the form on the page of a mailed verification link.",
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
  handle: async ({ auth, site, body, client }) => {
    try {
      const claim = await auth.emailVerification.verify(body.token, client);
      return afterwards(claim, site);
    } catch (thrown) {
      return failedForm(thrown, {
        site,
        target: await auth.emailVerification.destination(body.token),
      });
    }
  },
});

function afterwards({ email, redirectTo }: VerificationClaims, site: NamedSite): Answer<never> {
  if (redirectTo !== null) return { redirect: safeRedirectTarget(redirectTo, site), status: 303 };
  return {
    page: showPage(
      donePage("Your email address is confirmed", `${email} belongs to your account now.`, site),
      site,
    ),
  };
}
