import type { Auth } from "@acme/auth-core";
import { SECOND } from "@acme/auth-core/surface";
import { type Additions, noted } from "../kernel/additions.js";
import { type Input, once, z } from "../kernel/zod.js";

export const policyView = once(() =>
  z.strictObject({
    appName: z.string().describe("The name of the application."),
    deletionGraceDays: z
      .int()
      .describe("Days between the request for a deletion and the deletion."),
    passwordMinLength: z.int().describe("Unicode code points that a new password must have."),
    passwordMaxLength: z.int().describe("Unicode code points that a password may have."),
    sessionFreshSeconds: z
      .number()
      .describe("Seconds after authentication in which a session is fresh."),
    locales: z
      .array(z.string())
      .describe(
        "The languages of mails and of the pages behind their links, as BCP 47 tags; the first is the default.",
      ),
    signUp: z
      .enum(["open", "invited", "off"])
      .describe(
        "Who may get a new account: `open` for everyone, perhaps of some domains only; `invited` for invited email addresses; `off` for no one.",
      ),
    emailVerificationRequired: z
      .boolean()
      .describe("Whether a session is opened only for a verified email address."),
  }),
);

export const viewPolicy = (
  {
    appName,
    choices,
    policy,
    languages,
  }: Pick<Auth, "appName" | "choices" | "policy" | "languages">,
  additions: Additions | null,
): Input<typeof policyView> =>
  noted("policy", policy, additions, {
    appName,
    deletionGraceDays: policy.deletionGraceDays,
    passwordMinLength: policy.passwordMinLength,
    passwordMaxLength: policy.passwordMaxLength,
    sessionFreshSeconds: policy.sessionFreshness / SECOND,
    locales: [...languages.locales],
    signUp: choices.signUp.who,
    emailVerificationRequired: choices.requireEmailVerification,
  });
