import type { Mailer } from "@acme/auth-core";

/** Prints mails instead of sending them. For development. */
export function createConsoleMailer(stream: NodeJS.WritableStream): Mailer {
  return {
    deliver: ({ to, subject, text }) =>
      new Promise((resolve, reject) => {
        const body = `${printable(text).trimEnd()}\n`;
        // In one write, so that two mails, or a mail and a log line, are never mixed.
        stream.write(
          `--- mail to ${to}: ${printable(subject).replace(/\n/g, " ")}\n${body}--- end of mail\n`,
          (failure) => (failure ? reject(failure) : resolve()),
        );
      }),
  };
}

/** Keeps line ends as \n, and removes everything else that a terminal would interpret. */
const printable = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
