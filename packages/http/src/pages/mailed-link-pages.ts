import { AuthError, ERRORS } from "@acme/auth-core";
import { html, type Html } from "./html.js";
import type { Page } from "./pages.js";
import { safeRedirectTarget, withParameter } from "../site/redirects.js";
import type { Answer } from "../kernel/route.js";
import type { Site } from "../site/site.js";

/** One button that posts a mailed token back to the path it was opened at. Opening the page does nothing. */
export const tokenForm = (
  path: string,
  fields: Readonly<Record<string, string>>,
  label: string,
): Html =>
  html`<form method="post" action="${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit">${label}</button>
  </form>`;

/** What a page says of a link that does not work; no button. */
export const deadLinkPage = (thrown: unknown, { appUrl }: Site): Page => {
  if (!AuthError.is(thrown)) throw thrown;
  const expired = thrown.code === "TOKEN_EXPIRED";
  // What is precise needs no guess beside it.
  const isGuess = !expired && thrown.message === ERRORS[thrown.code].message;
  return {
    title: expired ? "This link has expired" : "This link does not work",
    content: html`<p>${thrown.message}</p>
      ${isGuess ? html`<p>If you pressed its button before, it has probably worked already.</p>` : []}
      ${continueLink(appUrl)}`,
  };
};

/** What a pressed button shows when it worked and there is nowhere to go. */
export const donePage = (title: string, text: string, { appUrl }: Site): Page => ({
  title,
  content: html`<p>${text}</p>
    ${continueLink(appUrl)}`,
});

const continueLink = (appUrl: string): Html =>
  html`<p><a href="${appUrl}">Continue to the application</a></p>`;

/** Where a form post that failed sends the browser: on with the code of the refusal, or to a page that says it. */
export function failedForm(
  thrown: unknown,
  { site, target }: { readonly site: Site; readonly target: string | null },
): Answer<never> {
  if (!AuthError.is(thrown)) throw thrown;
  if (target === null) return { page: deadLinkPage(thrown, site), status: 400 };
  return {
    redirect: withParameter(safeRedirectTarget(target, site), "error", thrown.code),
    status: 303,
  };
}
