import { type Html, html } from "@acme/auth-http";
import type { Formats } from "../formats.js";
import type { Kit } from "../kit.js";

/** How much of an instant is shown. */
export type TimeForm = keyof Pick<Formats, "date" | "dateTime" | "time">;

/** An instant: in UTC, which the script writes in the reader's zone. */
export const time = (instant: Date, form: TimeForm, { formats }: Kit): Html =>
  html`<time datetime="${instant.toISOString()}" data-time="${form}"
    >${formats[form](instant)}</time
  >`;

/** Stands where the value will be; no text has it. */
const SLOT = "\u0000";

/**
 * Returns a text with HTML in the place of its value.
 * @example
 * filled(texts.addedOn, time(passkey.createdAt, "date", kit)); // Added March 3, 2026
 */
export const filled = (text: (value: string) => string, value: Html): Html =>
  html`${text(SLOT)
    .split(SLOT)
    .map((part, index) => html`${index === 0 ? "" : value}${part}`)}`;
