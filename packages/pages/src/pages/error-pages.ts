import { type Html, html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { linkButton } from "../parts/buttons.js";
import { heading } from "../parts/sections.js";

/** A page that says why there is nothing else to see. */
export interface ErrorView {
  /** The HTTP status. */
  readonly status: number;
  /** The code of the refusal. */
  readonly code: string;
  /** What happened, and what to do about it. */
  readonly text: string;
  /** Of a fault of ours; null for every refusal. */
  readonly requestId: string | null;
}

/** A refusal that no form stands for. */
export const errorTemplate = (view: ErrorView, kit: Kit): PageContent => {
  const { text, requestId } = view;
  const { errors } = kit.texts;
  const title = titleOf(view, kit);
  return {
    title,
    content: html`<div class="stack loose">
      ${heading({ title, lead: text })}
      ${requestId === null ? "" : html`<p class="small quiet-text">${errors.requestId(requestId)}</p>`}
      ${goOn(kit)}
    </div>`,
  };
};

const titleOf = ({ status, code }: ErrorView, { texts: { errors } }: Kit): string => {
  if (code === "PERMISSION_DENIED") return errors.noAccess;
  return status === 500 ? errors.ours : errors.title;
};

/** An unknown path, and one that is not for this visitor. */
export const notFoundTemplate = (_view: Record<never, never>, kit: Kit): PageContent => {
  const { notFound } = kit.texts.errors;
  return {
    title: notFound.title,
    content: html`<div class="stack loose">${heading(notFound)} ${goOn(kit)}</div>`,
  };
};

/** To the first page; to the account, where bar and rail are around the page. */
const goOn = ({ frame, page, texts: { errors } }: Kit): Html =>
  frame === null
    ? linkButton({ label: errors.goOn, href: page("home"), kind: "primary", isWide: true })
    : html`<div>${linkButton({ label: errors.toAccount, href: page("profile") })}</div>`;
