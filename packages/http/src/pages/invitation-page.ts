import type { ShownInvitation } from "@acme/auth-core";
import type { PageTexts } from "@acme/auth-core/texts";
import type { RenderedPage } from "../kernel/route.js";
import { frontEndPage, withParameter } from "../site/redirects.js";
import { emphasize, type Html, html, marked } from "./html.js";
import { buttonLink, noteBelow, tokenForm } from "./mailed-link-pages.js";
import { type Page, showPage } from "./pages.js";
import type { Reader } from "./reader.js";

/** Where the front end shows an invitation. */
const FRONT_END_PAGE = "/invitation";

/** An invitation that a mailed link has opened. */
export interface OpenedInvitation {
  /** The token of the link. */
  readonly token: string;
  readonly reader: Reader;
  /**
   * The user of the browser's session; null without one, and where the service has no pages of its
   * own.
   */
  readonly viewer: { readonly email: string } | null;
}

/**
 * The page of a mailed invitation: who invites to which organization, in which role. Opening it
 * changes nothing. A service with pages of its own takes the answer here, by a form of one button;
 * without them, a link leads to the front end.
 */
export function invitationPage(
  invitation: Pick<ShownInvitation, "organization" | "inviter" | "role" | "email">,
  { token, reader, viewer }: OpenedInvitation,
): RenderedPage {
  const { site, catalogue, theme } = reader;
  const { organization, inviter, role, email } = invitation;
  const texts = catalogue.pages.invitation;
  const said = texts.text({
    inviter: inviter && marked(inviter.name || inviter.email),
    email: marked(email),
    organization: marked(organization.name),
    role,
  });
  const target = frontEndPage(FRONT_END_PAGE, site);
  const page = {
    title: texts.title({ organization: organization.name }),
    note: noteBelow(texts.note),
    language: catalogue,
    theme,
  };
  const shown: Page =
    site.pages === null
      ? {
          ...page,
          content: html`<p>${emphasize(said)}</p>
            ${buttonLink(withParameter(target, "token", token), texts.button)}`,
        }
      : {
          ...page,
          content: html`<p>${emphasize(said)}</p>
            <p class="quiet-text">${texts.roles[role]}</p>
            ${viewer && viewer.email !== email ? otherAccount(viewer.email, texts) : ""}`,
          form: answerForm(new URL(target).pathname, { token, email, viewer }, texts),
        };
  return showPage(shown, site);
}

type InvitationTexts = PageTexts["invitation"];

const otherAccount = (signedInAs: string, { otherAccount: text }: InvitationTexts): Html =>
  html`<p>${emphasize(text({ signedInAs: marked(signedInAs) }))}</p>`;

interface Answering extends Pick<OpenedInvitation, "token" | "viewer"> {
  /** The invited email address. */
  readonly email: string;
}

/** Joins, or signs in to join; ends the session of another user first. */
const answerForm = (
  action: string,
  { token, email, viewer }: Answering,
  { join, switchAccount }: InvitationTexts,
): Html =>
  viewer && viewer.email !== email
    ? tokenForm(action, { token, switch: "1" }, switchAccount({ email }))
    : tokenForm(action, { token }, join({ email }));
