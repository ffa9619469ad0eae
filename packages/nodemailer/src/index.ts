export { createSmtpMailer, type SmtpOptions } from "./smtp-mailer.js";
