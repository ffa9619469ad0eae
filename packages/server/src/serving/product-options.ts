import { type AuthOptions, type Policy, SIGN_IN_METHODS } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import type { Config } from "../config/config.js";

type ProductOptions = Required<
  Pick<AuthOptions, "signUp" | "signInMethods" | "signInOrder" | "requireEmailVerification">
> & { readonly policy: Partial<Policy> };

/** What the configuration says of who may get an account, how users sign in and for how long. */
export const productOptions = (config: Config): ProductOptions => ({
  signUp: { who: config.signUp, domains: config.signUpDomains ?? [] },
  signInMethods: Object.fromEntries(
    Object.values(SIGN_IN_METHODS).map(({ offeredBy, choice }) => [
      offeredBy,
      config.signInMethods.includes(choice),
    ]),
  ),
  signInOrder: config.signInMethods,
  requireEmailVerification: config.requireEmailVerification,
  policy: {
    sessionAbsolute: config.sessionDays * DAY,
    sessionIdle: config.sessionIdleDays * DAY,
    passwordMinLength: config.passwordMinLength,
  },
});
