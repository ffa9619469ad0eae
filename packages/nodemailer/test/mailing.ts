import { inspect } from "node:util";
import type { EmailAddress, OutgoingMail } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { expect, onTestFinished } from "vitest";
import { createSmtpMailer, type SmtpMailer, type SmtpOptions } from "../src/index.js";

export const SENDER = "auth@acme.test";
export const PASSWORD = "p@ss/wörd: 100%";
export const USER = "acme+mail@acme.test";

/** Everything in it that must not turn up in a log. */
export const MAIL: OutgoingMail = {
  to: asChecked<EmailAddress>("ada@example.test"),
  subject: "Your Acme sign-in code",
  text: "Enter this code:\n\n042137\n",
  html: "<p>Enter this code:</p><p>042137</p>",
  messageId: "<018f6a3e-0000-7000-8000-000000000001@api.acme.test>",
};

/** A mailer to a server on this machine, closed with the test. */
export function openMailer(url: string, options: Partial<SmtpOptions> = {}): SmtpMailer {
  const mailer = createSmtpMailer({ url, from: { name: "Acme", address: SENDER }, ...options });
  onTestFinished(() => mailer.close());
  return mailer;
}

export const to = ({ port }: { readonly port: number }, scheme = "smtp", user = ""): string =>
  `${scheme}://${user}127.0.0.1:${port}`;
export const AS_USER = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@`;

const SECRETS = [
  PASSWORD,
  ...Object.values<string>({ ...MAIL }),
  "042137",
  SENDER,
  `\0${USER}\0${PASSWORD}`,
].flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]);

/**
 * What a delivery failed with: a plain error, with nothing in it that was entrusted to the mailer,
 * however closely one looks.
 */
export async function failureOf(delivery: Promise<void>): Promise<string> {
  const failure: unknown = await delivery.then(
    () => "delivered",
    (reason: unknown) => reason,
  );
  if (!(failure instanceof Error)) throw new Error("An error was expected.", { cause: failure });
  expect(Object.getPrototypeOf(failure)).toBe(Error.prototype);
  expect(Reflect.ownKeys(failure).sort()).toEqual(["message", "stack"]);
  const shown = inspect(failure, { showHidden: true, depth: null });
  for (const secret of SECRETS) expect(shown).not.toContain(secret);
  return failure.message;
}
