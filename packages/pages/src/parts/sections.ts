import { type Html, html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import { withAddresses } from "./addresses.js";
import { element } from "./element.js";
import { message, saved } from "./forms.js";
import { icon, type IconName } from "./icons.js";

/** What a section of a page is drawn from. */
export interface SectionOptions {
  /** What links and redirects lead to: `#passkeys`. */
  readonly id: string;
  readonly title: string;
  readonly description?: string | Html;
  readonly content: Html | readonly Html[];
  /** Whether something in it is under way, so that the script renews it. */
  readonly isRenewed?: boolean;
}

/** A part of a page: what it is about at the start, its controls at the end. */
export const section = ({
  id,
  title,
  description,
  content,
  isRenewed = false,
}: SectionOptions): Html =>
  element(
    "section",
    { class: "section", id, "aria-labelledby": `${id}-title`, "data-refresh": isRenewed },
    html`<div class="stack tight">
        <h2 id="${id}-title">${title}</h2>
        ${description ? html`<p class="small quiet-text">${description}</p>` : ""}
      </div>
      <div class="stack">${content}</div>`,
  );

/** What the last form of a section did, beside its button; nothing most of the time. */
export const savedIn = (id: string, { flash }: Kit): Html =>
  flash && flash.section === id ? saved(flash.text) : html``;

/** What the last form of a section has led to, above its content; nothing most of the time. */
export const doneIn = (id: string, { flash }: Kit): Html =>
  flash && flash.section === id ? message(flash.text, flash.kind ?? "good") : html``;

/** Rows in a card. */
export const list = (rows: readonly Html[], label: string): Html =>
  html`<ul class="card list" aria-label="${label}">
    ${rows}
  </ul>`;

/** What a row of a list is drawn from. */
export interface RowOptions {
  /** An avatar, an icon, or the mark of a provider. */
  readonly start: Html;
  readonly title: string | Html;
  readonly badges?: readonly Html[];
  /** What else is known of it; they stand one after the other. */
  readonly facts: readonly (string | Html)[];
  /** The one thing to do with it. */
  readonly action?: Html;
}

/** One of a list. The whole row is no link. */
export const row = ({ start, title, badges = [], facts, action }: RowOptions): Html =>
  html`<li class="row">
    ${start}
    <div class="row-text">
      <p class="row-title"><bdi>${withAddresses(title)}</bdi> ${badges}</p>
      <p class="facts">${facts.map((fact) => html`<span>${withAddresses(fact)}</span>`)}</p>
    </div>
    ${action ?? ""}
  </li>`;

/** The icon at the start of a row. */
export const rowIcon = (name: IconName | Html): Html =>
  html`<span class="row-icon">${typeof name === "string" ? icon(name) : name}</span>`;

/** What is there while there is nothing: one sentence and one thing to do. */
export const emptyState = (sentence: string, action?: Html): Html =>
  html`<div class="card empty">
    <p class="quiet-text">${sentence}</p>
    ${action ?? ""}
  </div>`;

/** Between two ways to go on: "or". */
export const divider = (word: string): Html => html`<p class="divider">${word}</p>`;

/** What the heading of a page is drawn from. */
export interface HeadingOptions {
  readonly title: string | Html;
  readonly lead?: string | Html;
  /** The one primary button of the page. */
  readonly action?: Html;
}

/** The heading of a page, with what there is to do on it. */
export const heading = ({ title, lead, action }: HeadingOptions): Html =>
  html`<div class="heading">
    <div class="stack tight">
      <h1>${title}</h1>
      ${lead ? html`<p class="quiet-text">${withAddresses(lead)}</p>` : ""}
    </div>
    ${action ?? ""}
  </div>`;

/** Something under a word that opens it. */
export const folded = (label: string, content: Html, isOpen = false): Html =>
  element(
    "details",
    { class: "folded", open: isOpen },
    html`<summary>${label}</summary>
      <div class="stack">${content}</div>`,
  );

/** The same on an entry page: the word looks like the buttons of other ways. */
export const foldedWay = (label: string, content: Html, isOpen = false): Html =>
  element(
    "details",
    { class: "stack", open: isOpen },
    html`<summary class="button secondary wide">${label}</summary>
      <div class="stack">${content}</div>`,
  );

/** A name that a person has chosen: it keeps its own direction. */
export const isolated = (name: string): Html => html`<bdi>${name}</bdi>`;

/** A name in bold, which keeps its own direction. */
export const strong = (name: string): Html =>
  html`<strong><bdi>${withAddresses(name)}</bdi></strong>`;

/** Buttons side by side; one below the other on a phone. */
export const actions = (buttons: readonly Html[]): Html =>
  element("div", { class: "actions" }, buttons);
