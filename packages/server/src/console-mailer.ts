import type { Mailer } from "@acme/auth-core";

/** Prints mails instead of sending them: for development, where the reader of the console is the owner of every mailbox. */
export function createConsoleMailer(stream: NodeJS.WritableStream): Mailer {
  return {
    deliver: ({ to, subject, text }) =>
      new Promise((resolve, reject) => {
        const body = `${printable(text).trimEnd()}\n`;
        // In one write, so that two mails, or a mail and a log line, never mingle.
        stream.write(
          `--- mail to ${to}: ${printable(subject).replace(/\n/g, " ")}\n${body}--- end of mail\n`,
          (failure) => (failure ? reject(failure) : resolve()),
        );
      }),
  };
}

/** Line ends are kept as \n; nothing else that a terminal would act on. */
const printable = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
