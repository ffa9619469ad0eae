import { type FlashSealing, openFlash, sealFlash } from "@acme/auth-http/pages-host";
import type { Flash } from "../kit.js";
import type { FlashTexts } from "../texts/flash-texts.js";

/** Names a text that the next page shows once. */
export type FlashKey = keyof FlashTexts;

/** What the next page shows once. */
export type FlashMessage = {
  /** The id of the section that it belongs to. Default: above everything. */
  readonly section?: string;
} & (
  | {
      readonly key: FlashKey;
      /** Up to three values that stand in the text. */
      readonly values?: readonly string[];
    }
  | {
      /** A sentence of a feature's own, in the language of the page that was posted. */
      readonly text: string;
    }
);

/** What messages are that look the same on every page. */
const KINDS: Readonly<Partial<Record<FlashKey, NonNullable<Flash["kind"]>>>> = {
  newCodeSent: "good",
  resetLinkSent: "good",
  passwordChosen: "good",
  emailChanged: "good",
  emailVerified: "good",
  signedOut: "good",
  joined: "good",
  notJoined: "warn",
  tooManyCodes: "warn",
  savedCommonPassword: "warn",
  tookTooLong: "warn",
  said: "bad",
};

/** Seals messages for the cookie. */
export interface Flashes {
  seal(message: FlashMessage): string;
  /** Returns what to show; null when there is nothing, or nothing of ours. */
  open(sealed: string | null, texts: FlashTexts): Flash | null;
}

/** Seals with the keys of the configured secrets. */
export const createFlashes = (sealing: FlashSealing): Flashes => ({
  seal: ({ section = null, ...said }) =>
    sealFlash(sealing, {
      section,
      key: "key" in said ? said.key : null,
      values: "key" in said ? (said.values ?? []) : [said.text],
    }),
  open(sealed, texts) {
    const held = openFlash(sealing, sealed);
    if (!held) return null;
    const { key, section } = held;
    const [first = "", second = "", third = ""] = held.values;
    if (key === null) return { text: first, section };
    if (!isKey(key, texts)) return null;
    const kind = KINDS[key];
    return { text: texts[key](first, second, third), section, ...(kind && { kind }) };
  },
});

/** A later version of the library may not know the key any more. */
const isKey = (key: string, texts: FlashTexts): key is FlashKey => Object.hasOwn(texts, key);
