import { RECOVERY_HOURS } from "../recovery-hours.js";

/**
 * How a server reads the text of a variable: its value, or what it must be, in a clause that follows
 * the variable's name.
 */
export type Reader<T> = (text: string) => { readonly value: T } | { readonly fault: string };

/** How a server reads variables of the kinds that the second factor has. */
export interface Readers {
  readonly onOrOff: Reader<"on" | "off">;
  readonly webAddress: Reader<string>;
  readonly wholeNumber: (min: number, max: number) => Reader<number>;
}

/** What is compared with each other: absent is what could not be read. */
export interface SecondFactorDraft {
  readonly secondFactorUrl?: string | null;
  readonly appUrl?: string | null;
  readonly serviceAuthUrl?: string;
  readonly trustedOrigins?: readonly string[] | null;
}

/**
 * What the second factor brings to a server that is configured by environment variables, the
 * reference server: nothing else of it is loaded for its help.
 */
export const secondFactorServer = {
  variables: ({ onOrOff, webAddress, wholeNumber }: Readers) => ({
    SECOND_FACTOR: {
      read: onOrOff,
      fallback: "on",
      doc: "`off`: no user can set up a second factor, and none who has one can sign in.",
    },
    SECOND_FACTOR_URL: {
      read: webAddress,
      otherwise: "`/second-factor` below `APP_URL`",
      doc: "The page of the front end that asks for the second proof: where a sign-in by link or provider leads that waits for one. On the origin of `APP_URL`, or on one of `TRUSTED_ORIGINS`.",
    },
    SECOND_FACTOR_RECOVERY_HOURS: {
      read: wholeNumber(RECOVERY_HOURS.min, RECOVERY_HOURS.max),
      fallback: String(RECOVERY_HOURS.value),
      doc: "Hours for which a user who has lost every second factor waits before the mailbox alone lets them in. They are told by mail meanwhile, and can stop it.",
    },
  }),
  commands: {},
  checks: [],
  /** The queues that the worker counts, for the text of the metrics. */
  queues: [],
  /** Returns what is wrong between the variables. */
  problems: ({
    secondFactorUrl,
    appUrl,
    serviceAuthUrl,
    trustedOrigins,
  }: SecondFactorDraft): readonly string[] => {
    if (!secondFactorUrl) return [];
    const own = [appUrl, serviceAuthUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
    const allowed = [...own, ...(trustedOrigins ?? [])];
    return own.length === 0 || allowed.includes(new URL(secondFactorUrl).origin)
      ? []
      : ["SECOND_FACTOR_URL must be on the origin of APP_URL, or on one of TRUSTED_ORIGINS"];
  },
} as const;
