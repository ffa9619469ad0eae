import type { Clock, PageSealer, Policy } from "@acme/auth-core";
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
  signedOut: "good",
  joined: "good",
  notJoined: "warn",
  tooManyCodes: "warn",
  savedCommonPassword: "warn",
  tookTooLong: "warn",
  said: "bad",
};

const CONTEXT = "flash";
const MAX_VALUES = 3;
/** Of each value, in characters: names are longer than any page shows. */
const MAX_VALUE = 300;

/** Seals messages for the cookie. */
export interface Flashes {
  seal(message: FlashMessage): string;
  /** Returns what to show; null when there is nothing, or nothing of ours. */
  open(sealed: string | null, texts: FlashTexts): Flash | null;
}

/** Seals with the keys of the configured secrets. */
export function createFlashes(
  sealer: PageSealer,
  { clock, policy }: { readonly clock: Clock; readonly policy: Policy },
): Flashes {
  return {
    seal({ section = null, ...said }) {
      const until = clock.now().getTime() + policy.pageFlashLifetime;
      const key = "key" in said ? said.key : null;
      const values = "key" in said ? (said.values ?? []) : [said.text];
      const kept = values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_VALUE));
      return sealer.seal("pages-flash", JSON.stringify([until, key, section, kept]), CONTEXT);
    },
    open(sealed, texts) {
      const plain = sealed && sealer.open("pages-flash", sealed, CONTEXT);
      const held: unknown = plain ? JSON.parse(plain) : null;
      if (!isHeld(held)) return null;
      const [until, key, section, values] = held;
      if (until <= clock.now().getTime()) return null;
      const [first = "", second = "", third = ""] = values;
      if (key === null) return { text: first, section };
      if (!isKey(key, texts)) return null;
      const kind = KINDS[key];
      return { text: texts[key](first, second, third), section, ...(kind && { kind }) };
    },
  };
}

type Held = readonly [
  until: number,
  /** Null: the first value is the sentence. */
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

/** A later version of the library may not know the key any more. */
const isKey = (key: string, texts: FlashTexts): key is FlashKey => Object.hasOwn(texts, key);
