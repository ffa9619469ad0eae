import { codeOf, declaredRefusals } from "@acme/auth-http";
import { sections } from "../reference-surface.js";
import type { Service } from "../service.js";

/**
 * `METHOD path CODE` of what the routes of a section declare and no reply has shown yet. Implied
 * refusals are for `conventions.test.ts`.
 */
export function unseenRefusals({ refusals }: Service, title: string): readonly string[] {
  const section = sections.find((one) => one.title === title);
  if (!section) throw new Error(`no section ${title}`);
  const seen = [...refusals];
  return (
    section.routes
      .flatMap((route) =>
        [route.path, ...(route.aliases ?? [])].flatMap((path) =>
          declaredRefusals(route).map((code) => `${route.method} ${path} ${codeOf(code, route)}`),
        ),
      )
      // Ways to sign in are switched off in `sign-in-methods.test.ts`, on every route at once, and
      // users are suspended in `suspension.test.ts`; new accounts are refused in
      // `refused-accounts.test.ts`, sign-ins without a second factor withheld in
      // `enrolled-without-feature.test.ts`, and sessions of one factor refused in
      // `required-factors.test.ts`, on every route at once.
      .filter(
        (refusal) =>
          !seen.some((one) => shapeOf(refusal).test(one)) &&
          !/ (SIGN_IN_METHOD_NOT_OFFERED|SIGN_UP_NOT_ALLOWED|ACCOUNT_SUSPENDED)$/.test(refusal) &&
          !/ (SECOND_FACTOR_REQUIRED|INSUFFICIENT_USER_AUTHENTICATION|SECOND_FACTOR_NOT_ENROLLED)$/.test(
            refusal,
          ),
      )
  );
}

/** A parameter stands for one segment, whatever it is. */
const shapeOf = (refusal: string): RegExp =>
  new RegExp(`^${refusal.replaceAll(/:\w+/g, "[^/ ]+")}$`);
