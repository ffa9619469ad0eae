/** How a language writes dates, numbers and lists. Instants are ISO 8601 texts or dates. */
export interface Formats {
  /** `December 21, 2026`, in UTC. */
  readonly date: (instant: string | Date) => string;
  /** `December 21, 2026 at 10:00 AM UTC`. */
  readonly dateTime: (instant: string | Date) => string;
  /** `10:00 AM UTC`. */
  readonly time: (instant: string | Date) => string;
  /** `1,234`. */
  readonly number: (value: number) => string;
  /** `Ana, Ben, and Cleo`. */
  readonly list: (items: readonly string[]) => string;
  /** The plural form that a number takes. */
  readonly plural: (value: number) => Intl.LDMLPluralRule;
  /** The name of a language in that language: `Deutsch`. */
  readonly language: (locale: string) => string;
}

const known = new Map<string, Formats>();

/** Returns how a language writes, made once for each. */
export function formatsOf(locale: string): Formats {
  const formats = known.get(locale) ?? composeFormats(locale);
  known.set(locale, formats);
  return formats;
}

function composeFormats(locale: string): Formats {
  const instants = (options: Intl.DateTimeFormatOptions): ((instant: string | Date) => string) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
    return (instant) => format.format(new Date(instant));
  };
  const numbers = new Intl.NumberFormat(locale);
  const lists = new Intl.ListFormat(locale, { type: "conjunction" });
  const plurals = new Intl.PluralRules(locale);
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  const day = { year: "numeric", month: "long", day: "numeric" } as const;
  return {
    date: instants(day),
    dateTime: instants({ ...day, ...clock, timeZoneName: "short" }),
    time: instants({ ...clock, timeZoneName: "short" }),
    number: (value) => numbers.format(value),
    list: (items) => lists.format(items),
    plural: (value) => plurals.select(value),
    language: nameOfLanguage,
  };
}

function nameOfLanguage(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
