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

export function wordsOf({ locale, facts }: Pick<Catalogue, "locale" | "facts">): Words {
  const count = (amount: number, unit: "minute" | "hour" | "day"): string =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(amount);
  const date = (instant: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC", ...options }).format(
      new Date(instant),
    );
  return {
    duration: (minutes) =>
      minutes % HOUR_IN_MINUTES === 0
        ? count(minutes / HOUR_IN_MINUTES, "hour")
        : count(minutes, "minute"),
    days: (amount) => count(amount, "day"),
    day: (instant) => date(instant, {}),
    instant: (instant) => `${date(instant, { timeStyle: "short" })} UTC`,
    list(names) {
      const shown = names.slice(0, POLICY.organizationsPerMail.value);
      const more = names.length - shown.length;
      return new Intl.ListFormat(locale).format(more > 0 ? [...shown, facts.more(more)] : shown);
    },
  };
}
