export { createSmtpMailer, type SmtpMailer, type SmtpOptions } from "./smtp-mailer.js";
export type { SmtpTimeouts } from "./timeouts.js";
