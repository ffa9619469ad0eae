import type { SignInChoice } from "@acme/auth-core";
import type { Draft, Finding } from "./findings.js";

const problem = (text: string): Finding => ({ severity: "problem", text });
const warning = (text: string): Finding => ({ severity: "warning", text });

/** Rules between the variables that were read without a fault. */
type Rule = (draft: Draft, hasProvider: boolean) => readonly Finding[];

const signUpDomains: Rule = ({ signUp, signUpDomains: domains }) =>
  domains && signUp && signUp !== "open"
    ? [problem("SIGN_UP_DOMAINS has an effect only with SIGN_UP=open")]
    : [];

const sessionDays: Rule = ({ sessionDays: days, sessionIdleDays: idle }) =>
  days && idle && idle > days ? [problem("SESSION_IDLE_DAYS must not be above SESSION_DAYS")] : [];

const MAILED: readonly SignInChoice[] = ["code", "link"];
const hasAny = (methods: readonly SignInChoice[], wanted: readonly SignInChoice[]): boolean =>
  methods.some((method) => wanted.includes(method));

const waysToAnAccount: Rule = ({ signInMethods }, hasProvider) =>
  !signInMethods ||
  hasAny(signInMethods, [...MAILED, "password"]) ||
  (hasProvider && signInMethods.includes("provider"))
    ? []
    : [
        problem(
          "SIGN_IN_METHODS must have code, link, password, or provider with a provider that is configured: no one could get an account otherwise",
        ),
      ];

const invitedByMail: Rule = ({ signUp, signInMethods }) =>
  signUp === "invited" && signInMethods && !hasAny(signInMethods, MAILED)
    ? [
        problem(
          "SIGN_IN_METHODS must have code or link while SIGN_UP=invited, because invited people prove their email address by one of them",
        ),
      ]
    : [];

/** What the sign-up of an application without mailed codes and links tells, and what to do. */
const TELLS_ACCOUNTS =
  "SIGN_IN_METHODS has password and neither code nor link, while SIGN_UP is open and REQUIRE_EMAIL_VERIFICATION is false: a sign-up tells anyone which email addresses have an account. Set REQUIRE_EMAIL_VERIFICATION=true, or offer code or link, unless it is meant so";

const tellsAccounts: Rule = ({ signUp, signInMethods, requireEmailVerification }) =>
  signUp === "open" &&
  requireEmailVerification === false &&
  signInMethods?.includes("password") &&
  !hasAny(signInMethods, MAILED)
    ? [warning(TELLS_ACCOUNTS)]
    : [];

const RULES: readonly Rule[] = [
  signUpDomains,
  sessionDays,
  waysToAnAccount,
  invitedByMail,
  tellsAccounts,
];

/**
 * Returns what is wrong between the variables that say who may get an account, and how users sign
 * in.
 * @param named The providers that `IDP_<NAME>_CLIENT_ID` adds.
 */
export const policyFindings = (draft: Draft, named: readonly unknown[]): readonly Finding[] =>
  RULES.flatMap((rule) => rule(draft, Boolean(draft.idpClientId) || named.length > 0));
