import { type Html, html } from "@acme/auth-http";

/** What fits in a row on a phone, in characters. */
const SHORT = 24;

/** Behind the sign of an address, and before a dot that something follows. */
const BREAKS = /(?<=@)|(?=\.[^.])/;

/**
 * A text whose long email addresses break at their sign and their dots, instead of within a word.
 * What is HTML stays as it is.
 */
export const withAddresses = (text: string | Html): string | Html =>
  typeof text === "string" && text.split(/\s/).some(isLong)
    ? html`${text.split(/(\s+)/).map((word) => (isLong(word) ? broken(word) : html`${word}`))}`
    : text;

const isLong = (word: string): boolean => word.length > SHORT && word.includes("@");

const broken = (address: string): Html =>
  html`${address
    .split(BREAKS)
    .map((part, index) => html`${index === 0 ? "" : html`<wbr />`}${part}`)}`;
