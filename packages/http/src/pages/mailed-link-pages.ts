import { AuthError, ERRORS, isErrorCode } from "@acme/auth-core";
import { html, type Html } from "./html.js";
import { showPage, type Page } from "./pages.js";
import { safeRedirectTarget, withParameter } from "../site/redirects.js";
import type { Answer } from "../kernel/route.js";
import type { NamedSite, Site } from "../kernel/site.js";

/** A form with one button, which posts a mailed token back to the path of the link. Opening the page uses nothing up. */
export const tokenForm = (
  path: string,
  fields: Readonly<Record<string, string>>,
  label: string,
): Html =>
  html`<form method="post" action="${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit">${label}</button>
  </form>`;

/** The page of a link that does not work. It has no button. */
export const deadLinkPage = (thrown: unknown, { appUrl }: Site): Page => {
  if (!AuthError.is(thrown)) throw thrown;
  const expired = thrown.code === "TOKEN_EXPIRED";
  // A precise message needs no guess beside it.
  const isGuess =
    !expired && isErrorCode(thrown.code) && thrown.message === ERRORS[thrown.code].message;
  return {
    title: titleOf(thrown),
    content: html`<p>${thrown.message}</p>
      ${isGuess ? html`<p>If you pressed its button before, it has probably worked already.</p>` : []}
      ${continueLink(appUrl)}`,
  };
};

function titleOf({ code }: AuthError): string {
  if (code === "TOKEN_EXPIRED") return "This link has expired";
  // The link works, and the application refused what it is for.
  return isErrorCode(code) ? "This link does not work" : "This was refused";
}

/** The page after a form that was accepted, where there is no URL to redirect to. */
export const donePage = (title: string, text: string, { appUrl }: Site): Page => ({
  title,
  content: html`<p>${text}</p>
    ${continueLink(appUrl)}`,
});

const continueLink = (appUrl: string): Html =>
  html`<p><a href="${appUrl}">Continue to the application</a></p>`;

/** Answers a link that does not work with its page. Throws what is no refusal. */
export const deadLinkAnswer = (thrown: unknown, site: NamedSite): Answer<never> => ({
  page: showPage(deadLinkPage(thrown, site), site),
  status: 400,
});

/**
 * Answers a form that was refused: redirects to `target` with the code of the refusal as `?error=`, or shows a page that
 * says it where there is no target. Throws what is no refusal.
 */
export function failedForm(
  thrown: unknown,
  { site, target }: { readonly site: NamedSite; readonly target: string | null },
): Answer<never> {
  if (!AuthError.is(thrown)) throw thrown;
  if (target === null) return deadLinkAnswer(thrown, site);
  return {
    redirect: withParameter(safeRedirectTarget(target, site), "error", thrown.code),
    status: 303,
  };
}
