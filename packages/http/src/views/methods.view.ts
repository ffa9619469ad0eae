import type { OfferedMethods } from "@acme/auth-core";
import { SIGN_IN_ORDER } from "@acme/auth-core/surface";
import { type Additions, noted } from "../kernel/additions.js";
import { type Input, once, z } from "../kernel/zod.js";

export const methodsView = once(() =>
  z.strictObject({
    password: z.boolean().describe("Whether email and password are offered."),
    emailOtp: z.boolean().describe("Whether mailed codes are offered."),
    magicLink: z.boolean().describe("Whether mailed sign-in links are offered."),
    passkey: z.boolean().describe("Whether passkeys are offered."),
    providers: z
      .array(
        z.strictObject({
          id: z.string().describe("The id of the provider, for `provider` of a sign-in."),
          name: z.string().describe("The name of the provider, for people."),
        }),
      )
      .describe("The external providers that are offered."),
    order: z
      .array(z.enum(SIGN_IN_ORDER))
      .describe("The sign-in methods that are offered, in the order in which a page shows them."),
  } satisfies Readonly<Record<keyof OfferedMethods, unknown>>),
);

export const viewMethods = (
  offered: OfferedMethods,
  additions: Additions | null,
): Input<typeof methodsView> => {
  const { password, emailOtp, magicLink, passkey, providers, order } = offered;
  return noted("methods", offered, additions, {
    password,
    emailOtp,
    magicLink,
    passkey,
    providers: [...providers],
    order: [...order],
  });
};
