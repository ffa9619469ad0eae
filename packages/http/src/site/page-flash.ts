import type { Auth } from "@acme/auth-core";
import type { AnswerCookies } from "../kernel/answer.js";
import type { Site } from "../kernel/site.js";

/** What a flash is sealed with. */
export type FlashSealing = Pick<Auth, "clock" | "pageSealer" | "policy">;

/** What the next page says once, as the browser keeps it for a minute. */
export interface HeldFlash {
  /** Names a text of the pages. Null: the first value is the sentence. */
  readonly key: string | null;
  /** What stands in the text. */
  readonly values: readonly string[];
  /** The id of the section that it belongs to; null: above everything. */
  readonly section: string | null;
}

/** What the form of a mailed link has done, by the key of the text of the pages that says so. */
export type MailedFlash = "emailChanged" | "emailVerified";

const CONTEXT = "flash";
const MAX_VALUES = 3;
/** Of each value, in characters: names are longer than any page shows. */
const MAX_VALUE = 300;

/** Returns the value of the cookie. */
export function sealFlash(
  { clock, pageSealer, policy }: FlashSealing,
  { key, values, section }: HeldFlash,
): string {
  const until = clock.now().getTime() + policy.pageFlashLifetime;
  const kept = values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_VALUE));
  return pageSealer.seal("pages-flash", JSON.stringify([until, key, section, kept]), CONTEXT);
}

/** Returns what a cookie holds; null when it is over, altered, or nothing of ours. */
export function openFlash(
  { clock, pageSealer }: FlashSealing,
  sealed: string | null,
): HeldFlash | null {
  const plain = sealed && pageSealer.open("pages-flash", sealed, CONTEXT);
  const held: unknown = plain ? JSON.parse(plain) : null;
  if (!isHeld(held)) return null;
  const [until, key, section, values] = held;
  return until <= clock.now().getTime() ? null : { key, section, values };
}

type Held = readonly [
  until: number,
  key: string | null,
  section: string | null,
  values: readonly string[],
];

const isHeld = (held: unknown): held is Held =>
  Array.isArray(held) &&
  held.length === 4 &&
  typeof held[0] === "number" &&
  (held[1] === null || typeof held[1] === "string") &&
  (held[2] === null || typeof held[2] === "string") &&
  Array.isArray(held[3]);

/**
 * What the page says to which the form of a mailed link leads; nothing where the site has no pages.
 * @param email the address that it is about
 */
export const mailedFlash = (
  key: MailedFlash,
  email: string,
  { auth, site }: { readonly auth: FlashSealing; readonly site: Pick<Site, "pages"> },
): Pick<AnswerCookies, "pageCookies"> =>
  site.pages === null
    ? {}
    : { pageCookies: { flash: sealFlash(auth, { key, values: [email], section: null }) } };
