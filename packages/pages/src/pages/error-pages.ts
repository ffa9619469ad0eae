import { html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { linkButton } from "../parts/buttons.js";
import { heading } from "../parts/sections.js";

/** A page that says why there is nothing else to see. */
export interface ErrorView {
  /** The HTTP status. */
  readonly status: number;
  /** What happened, and what to do about it. */
  readonly text: string;
  /** Of a fault of ours; null for every refusal. */
  readonly requestId: string | null;
}

/** A refusal that no form stands for. */
export const errorTemplate = ({ text, requestId }: ErrorView, kit: Kit): PageContent => {
  const { errors } = kit.texts;
  return {
    title: errors.title,
    content: html`${heading({ title: errors.title, lead: text })}
    ${requestId === null ? "" : html`<p class="small quiet-text">${errors.requestId(requestId)}</p>`}
    ${goOn(kit)}`,
  };
};

/** An unknown path, and one that is not for this visitor. */
export const notFoundTemplate = (_view: Record<never, never>, kit: Kit): PageContent => {
  const { notFound } = kit.texts.errors;
  return {
    title: notFound.title,
    content: html`${heading(notFound)} ${goOn(kit)}`,
  };
};

const goOn = (kit: Kit) =>
  linkButton({
    label: kit.texts.errors.goOn,
    href: kit.page("home"),
    kind: "primary",
    isWide: true,
  });
