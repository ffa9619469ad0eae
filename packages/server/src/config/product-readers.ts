import type { SignInChoice } from "@acme/auth-core";
import { parseEmailDomain, SIGN_IN_ORDER } from "@acme/auth-core/surface";
import { fault, listOf, oneOf, read, type Reader } from "./reading.js";

const domains = listOf((text) => {
  const domain = parseEmailDomain(text);
  return domain === null ? fault("must list domains such as example.com, without @") : read(domain);
});

/** Domains of email addresses, in lower case. */
export const emailDomains: Reader<readonly string[]> = (text) => {
  const reading = domains(text);
  // Of an empty list it cannot be said whether it lets everyone in or no one.
  return "value" in reading && reading.value.length === 0
    ? fault("must list at least one domain")
    : reading;
};

const choices = listOf(oneOf(...SIGN_IN_ORDER));

/** Sign-in methods, in the order in which pages show them. */
export const signInChoices: Reader<readonly SignInChoice[]> = (text) => {
  const reading = choices(text);
  if ("fault" in reading) return reading;
  if (reading.value.length === 0)
    return fault(`must name at least one of ${SIGN_IN_ORDER.join(", ")}`);
  return new Set(reading.value).size < reading.value.length
    ? fault("must not name one twice")
    : reading;
};
