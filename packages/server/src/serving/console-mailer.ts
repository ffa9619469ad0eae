import type { Mailer } from "@acme/auth-core";

/** Prints mails instead of sending them. For development. */
export function createConsoleMailer(stream: NodeJS.WritableStream): Mailer {
  return {
    deliver: ({ to, subject, text }) =>
      new Promise((resolve, reject) => {
        const body = `${withoutCommands(text).trimEnd()}\n`;
        // In one write, so that two mails, or a mail and a log line, are never mixed.
        stream.write(
          `--- mail to ${to}: ${withoutCommands(subject).replace(/\n/g, " ")}\n${body}--- end of mail\n`,
          (failure) => (failure ? reject(failure) : resolve()),
        );
      }),
  };
}

/**
 * Removes the control characters that a terminal would obey. Line ends, as \n, and tabs stay,
 * because a mail has them.
 */
const withoutCommands = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
