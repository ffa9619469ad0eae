/**
 * What opens sessions without a credential has no place beside real users.
 *
 * @throws {Error} where `NODE_ENV` is `production`
 */
export function refuseInProduction(env: Readonly<Record<string, string | undefined>>): void {
  if (env["NODE_ENV"] === "production")
    throw new Error("@acme/auth-testing/playwright opens sessions, and NODE_ENV is production");
}
