import { RECOVERY_HOURS } from "../recovery-hours.js";
import type { Examined } from "./check-keys.js";

/**
 * How a server reads the text of a variable: its value, or what it must be, in a clause that follows
 * the variable's name.
 */
export type Reader<T> = (text: string) => { readonly value: T } | { readonly fault: string };

/** How a server reads variables of the kinds that the second factor has. */
export interface Readers {
  readonly onOrOff: Reader<"on" | "off">;
  readonly webAddress: Reader<string>;
  /** A whole number from `min` to `max`. */
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
  commands: {
    "keys reseal": {
      summary:
        "Seals the secrets of authenticator apps anew under `SERVICE_AUTH_SECRET`, so that a previous secret can be removed. Every process must have it. May be interrupted and called again.",
      load: async () => (await import("./factor-commands.js")).resealSecrets,
    },
    "users reset-factors": {
      arguments: ["EMAIL"],
      options: {
        reason: { value: "TEXT", isRequired: true, doc: "Why, for operators only. Required." },
        passkeys: { doc: "Remove the passkeys, too." },
      },
      summary:
        "Removes every second factor of a user who has lost them, and ends all their sessions: look first who asks.",
      load: async () => (await import("./factor-commands.js")).resetFactors,
    },
  },
  checks: [
    async <Finding>(examined: Examined<Finding>): Promise<readonly Finding[]> =>
      (await import("./check-keys.js")).checkKeys(examined),
  ],
  showUser: async () => (await import("./factors-of-user.js")).showFactors,
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

export type { Examined, Findings } from "./check-keys.js";
export type { Answer, CommandCall, NamedUser, Opened } from "./command-call.js";
export type { Asked, ShownOfUser } from "./factors-of-user.js";
