import { type EmailAddress, parseEmailAddress } from "./email-address.js";

/** Who may get a new account. Users who exist are not asked about. */
export interface SignUpRule {
  /**
   * `open`: everyone. `invited`: only the owner of an email address with a pending invitation.
   * `off`: no one but by an operator.
   */
  readonly who: "open" | "invited" | "off";
  /**
   * With `open`: new accounts only for email addresses of exactly these domains, and for invited
   * email addresses of any. Empty: of any domain.
   */
  readonly domains: readonly string[];
}

/** Why a new account is refused: a key of `SIGN_UP_REFUSALS`. */
export type SignUpRefusal = keyof typeof SIGN_UP_REFUSALS;

/** What each refusal says to people. The keys are stored with audit entries. */
export const SIGN_UP_REFUSALS = {
  not_invited: "You can't create an account here without an invitation.",
  closed: "New accounts are closed.",
  domain: "New accounts are closed for your domain.",
} as const;

/**
 * Returns what the rule says of an email address alone; null when it may get an account. An
 * invitation may overrule every refusal but `closed`.
 */
export function refusalOf({ who, domains }: SignUpRule, email: EmailAddress): SignUpRefusal | null {
  if (who === "off") return "closed";
  if (who === "invited") return "not_invited";
  return domains.length === 0 || domains.includes(domainOf(email)) ? null : "domain";
}

/** Returns the domain in the form in which email addresses have it; null when it is none. */
export function parseEmailDomain(input: string): string | null {
  const text = input.trim();
  const email = text.includes("@") ? null : parseEmailAddress(`a@${text}`);
  return email && domainOf(email);
}

/**
 * Returns the rule that an application has chosen.
 * @throws {RangeError} for a word or a domain that is none, and for domains without `open`
 */
export function defineSignUpRule({ who = "open", domains = [] }: Partial<SignUpRule>): SignUpRule {
  if (!["open", "invited", "off"].includes(who))
    throw new RangeError("signUp: who must be open, invited or off");
  if (who !== "open" && domains.length > 0)
    throw new RangeError("signUp: domains have an effect only with who: open");
  return {
    who,
    domains: domains.map((text) => {
      const domain = parseEmailDomain(text);
      if (domain === null)
        throw new RangeError("signUp: domains must be domains of email addresses");
      return domain;
    }),
  };
}

const domainOf = (email: EmailAddress): string => email.slice(email.lastIndexOf("@") + 1);
