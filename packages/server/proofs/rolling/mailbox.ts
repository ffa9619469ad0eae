/**
 * A mail may have been with a process that was killed: it comes when the lease ends, after a
 * minute.
 */
const TIMEOUT_MS = 100_000;

export interface Mail {
  readonly to: string;
  readonly text: string;
}

interface Waiting {
  readonly pattern: RegExp;
  readonly resolve: (found: string) => void;
}

/** What a mail holds alone on a line. */
export const CODE = /^(\d{6})$/m;
/** The token of a mailed link, by what stands before it in the path. */
export const TOKEN = {
  verification: /\/verify-email\?(?:\S*&)?token=([\w.-]+)/,
  magicLink: /\/magic-link\/verify\?(?:\S*&)?token=([\w.-]+)/,
  passwordReset: /\/reset-password\/([\w.-]+)/,
  invitation: /\/invitation\?(?:\S*&)?token=([\w.-]+)/,
  emailChange: /\/change-email\/confirm\?(?:\S*&)?token=([\w.-]+)/,
} as const;

export interface Mailbox {
  readonly receive: (mail: Mail) => void;
  /**
   * Takes the oldest mail to that address that fits, which may have yet to come, and returns what
   * the group of the pattern found.
   */
  readonly take: (to: string, pattern: RegExp) => Promise<string>;
  /** Mails that came, and how many of them twice. */
  readonly count: () => number;
  readonly repeated: () => number;
}

/** The mails of all processes. */
export function createMailbox(): Mailbox {
  const kept = new Map<string, string[]>();
  const waiting = new Map<string, Waiting[]>();
  const seen = new Set<string>();
  let count = 0;
  let repeated = 0;

  function receive({ to, text }: Mail): void {
    count++;
    // Two notices to one address may read alike; what holds a secret never does.
    const isSecret = CODE.test(text) || Object.values(TOKEN).some((token) => token.test(text));
    const key = `${to}\n${text}`;
    if (isSecret && seen.has(key)) repeated++;
    seen.add(key);
    const waiter = waiting.get(to)?.find(({ pattern }) => pattern.test(text));
    if (waiter) waiter.resolve(waiter.pattern.exec(text)![1] ?? "");
    else kept.set(to, [...(kept.get(to) ?? []), text]);
  }

  function take(to: string, pattern: RegExp): Promise<string> {
    const texts = kept.get(to) ?? [];
    const index = texts.findIndex((text) => pattern.test(text));
    if (index >= 0) return Promise.resolve(pattern.exec(texts.splice(index, 1)[0]!)![1] ?? "");
    return new Promise((resolve, reject) => {
      const lost = setTimeout(
        () => reject(new Error(`the mail to ${to} with ${pattern} did not come`)),
        TIMEOUT_MS,
      );
      const waiter: Waiting = {
        pattern,
        resolve(found) {
          clearTimeout(lost);
          waiting.set(to, waiting.get(to)?.filter((each) => each !== waiter) ?? []);
          resolve(found);
        },
      };
      waiting.set(to, [...(waiting.get(to) ?? []), waiter]);
    });
  }

  return { receive, take, count: () => count, repeated: () => repeated };
}
