import { html } from "@acme/auth-http";
import { webHref } from "../href.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { linkButton } from "../parts/buttons.js";
import { heading } from "../parts/sections.js";

/** A page that leads away to a provider. */
export interface LeadingAwayView {
  /** The name of the provider. */
  readonly provider: string;
  /** Its URL, as `startSignIn` or `startLinking` returned it. */
  readonly url: string;
}

/** "Taking you to Google…": browsers apply `form-action` to the redirect of a form. */
export const leadingAway = ({ provider, url }: LeadingAwayView, kit: Kit): PageContent => {
  const texts = kit.texts.leading;
  const refresh = webHref(url);
  return {
    title: texts.title(provider),
    refresh,
    content: html`${heading({ title: texts.title(provider), lead: texts.lead })}
    ${linkButton({ label: texts.goOn, href: refresh, kind: "primary", isWide: true })}`,
  };
};
