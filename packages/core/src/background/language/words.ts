import { POLICY } from "../../kernel/policy.js";
import type { Catalogue } from "./catalogue.js";

const HOUR_IN_MINUTES = 60;

/** How a language says numbers, dates and lists. */
export interface Words {
  /** `10 minutes`, `1 hour`, `24 hours`. */
  duration(minutes: number): string;
  /** `7 days`. */
  days(count: number): string;
  /** `December 21, 2026`, in UTC, of an ISO 8601 text. */
  day(instant: string): string;
  /** `December 21, 2026 at 10:00 AM UTC`, of an ISO 8601 text. */
  instant(instant: string): string;
  /** The first few names, and how many more there are. */
  list(names: readonly string[]): string;
}

/** Formats an amount or an instant. */
type Format<T> = (value: T) => string;
type Unit = "minute" | "hour" | "day";

/**
 * The words of each catalogue that has been used. Building a formatter takes longer than all else
 * of a mail, so each is built once.
 */
const known = new WeakMap<object, Words>();

/** Returns how the language of a catalogue says numbers, dates and lists. */
export function wordsOf(catalogue: Pick<Catalogue, "locale" | "facts">): Words {
  const words = known.get(catalogue) ?? composeWords(catalogue);
  known.set(catalogue, words);
  return words;
}

function composeWords({ locale, facts }: Pick<Catalogue, "locale" | "facts">): Words {
  const count = {
    minute: once(() => countIn(locale, "minute")),
    hour: once(() => countIn(locale, "hour")),
    day: once(() => countIn(locale, "day")),
  };
  const day = once(() => dateIn(locale, {}));
  const minute = once(() => dateIn(locale, { timeStyle: "short" }));
  const list = once(() => {
    const format = new Intl.ListFormat(locale);
    return (names: readonly string[]) => format.format(names);
  });
  return {
    duration: (minutes) =>
      minutes % HOUR_IN_MINUTES === 0
        ? count.hour(minutes / HOUR_IN_MINUTES)
        : count.minute(minutes),
    days: (amount) => count.day(amount),
    day: (instant) => day(instant),
    instant: (instant) => `${minute(instant)} UTC`,
    list(names) {
      const shown = names.slice(0, POLICY.organizationsPerMail.value);
      const more = names.length - shown.length;
      return list(more > 0 ? [...shown, facts.more(more)] : shown);
    },
  };
}

/** A format that is built when it is first used. */
function once<T>(build: () => Format<T>): Format<T> {
  let built: Format<T> | undefined;
  return (value) => (built ??= build())(value);
}

/** Keeps what it has said: the amounts are lifetimes of the policy, and there are few. */
function countIn(locale: string, unit: Unit): Format<number> {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  const said = new Map<number, string>();
  return (amount) => {
    const text = said.get(amount) ?? format.format(amount);
    said.set(amount, text);
    return text;
  };
}

function dateIn(locale: string, options: Intl.DateTimeFormatOptions): Format<string> {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeZone: "UTC",
    ...options,
  });
  return (instant) => format.format(new Date(instant));
}
