import { AuthError, ERRORS } from "@acme/auth-core";
import { isErrorCode } from "@acme/auth-core/surface";
import type { PageTexts } from "@acme/auth-core/texts";
import type { Answer } from "../kernel/route.js";
import type { Site } from "../kernel/site.js";
import { redirectFailed } from "../site/failed-sign-in.js";
import { frontEndPage, safeRedirectTarget } from "../site/redirects.js";
import { type Html, html } from "./html.js";
import { type Page, showPage } from "./pages.js";
import type { Reader } from "./reader.js";

/**
 * A form with one button, which posts a mailed token back to the path of the link. Opening the page
 * uses nothing up.
 */
export const tokenForm = (
  path: string,
  fields: Readonly<Record<string, string>>,
  label: string,
): Html =>
  html`<form method="post" action="${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button primary wide" type="submit">${label}</button>
  </form>`;

/** A link to continue with, as the one button of its page. */
export const buttonLink = (url: string, label: string): Html =>
  html`<a class="button primary wide" href="${url}">${label}</a>`;

/** What stands below the button of a page. */
export const noteBelow = (text: string | Html): Html =>
  html`<p class="small quiet-text">${text}</p>`;

/**
 * Where what a dead link was for begins again: on that page of ours, or at the front end, whose
 * pages we do not know.
 */
export const beginningAt = (page: "/sign-in" | "/account/email", site: Site): string =>
  site.pages === null ? site.appUrl : frontEndPage(page, site);

/** What the page of a dead link is made with. */
export interface DeadLink {
  readonly reader: Reader;
  /** Where a new link is asked for; null for an invitation, which its inviter sends again. */
  readonly startAgain: string | null;
}

/**
 * The page of a link that does not work. Its only button leads to where a new one is asked for, and
 * does nothing else.
 */
export function deadLinkPage(
  thrown: unknown,
  { reader: { site, catalogue, theme }, startAgain }: DeadLink,
): Page {
  if (!AuthError.is(thrown)) throw thrown;
  const { pages } = catalogue;
  const isDead = thrown.code === "INVALID_TOKEN" || thrown.code === "TOKEN_EXPIRED";
  const said = refusalText(thrown, pages);
  return {
    title: titleOf(thrown, pages),
    content: html`<p>${said}</p>
      ${said === pages.deadLink.text() ? html`<p>${pages.deadLink.perhapsUsed}</p>` : []}
      ${isDead && startAgain === null ? html`<p>${pages.deadLink.askInviter}</p>` : []}
      ${
        isDead && startAgain !== null
          ? buttonLink(startAgain, pages.startAgain)
          : buttonLink(site.homeUrl, pages.proceed)
      }`,
    language: catalogue,
    theme,
  };
}

function titleOf({ code }: AuthError, { expiredLink, deadLink, refused }: PageTexts): string {
  if (code === "TOKEN_EXPIRED") return expiredLink.title;
  // The link works, and the application refuses what it is for.
  return isErrorCode(code) && code !== "SIGN_UP_NOT_ALLOWED" ? deadLink.title : refused;
}

/**
 * What a refusal says to a person. Those that no page has a text for, such as the application's
 * own, say what programs are told.
 */
function refusalText({ code, message }: AuthError, pages: PageTexts): string {
  if (code === "TOKEN_EXPIRED") return pages.expiredLink.text();
  if (code === "ACCOUNT_SUSPENDED") return pages.suspended;
  if (code === "SIGN_IN_METHOD_NOT_OFFERED") return pages.notOffered;
  if (code === "SIGN_UP_NOT_ALLOWED") return pages.noNewAccount;
  if (code !== "INVALID_TOKEN") return message;
  // A message of its own says that the session of a change of email address has ended.
  return message === ERRORS.INVALID_TOKEN.message ? pages.deadLink.text() : pages.endedChange;
}

/** The page after a form that was accepted, where there is no URL to redirect to. */
export const donePage = (
  { title, text }: { readonly title: string; readonly text: string },
  { site, catalogue, theme }: Reader,
): Page => ({
  title,
  content: html`<p>${text}</p>
    ${buttonLink(site.homeUrl, catalogue.pages.proceed)}`,
  language: catalogue,
  theme,
});

/** Answers a link that does not work with its page. Throws what is no refusal. */
export const deadLinkAnswer = (thrown: unknown, deadLink: DeadLink): Answer<never> => ({
  page: showPage(deadLinkPage(thrown, deadLink), deadLink.reader.site),
  status: 400,
});

/**
 * Answers a form that was refused: redirects to `target` with the code of the refusal as `?error=`,
 * or to where a withheld sign-in goes on; shows a page that says it where there is no target. Throws
 * what is no refusal.
 */
export function failedForm(
  thrown: unknown,
  { target, ...deadLink }: DeadLink & { readonly target: string | null },
): Answer<never> {
  if (!AuthError.is(thrown)) throw thrown;
  const { continuation } = thrown;
  if (target === null && typeof continuation?.url !== "string")
    return { ...deadLinkAnswer(thrown, deadLink), ...(continuation && { continuation }) };
  const { site } = deadLink.reader;
  return { ...redirectFailed(thrown, safeRedirectTarget(target, site), site), status: 303 };
}
