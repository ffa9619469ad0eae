import { AuthError, type SignedIn } from "@acme/auth-core";
import { afterSignIn, type AnyVisit, go, type Kept, type Leave } from "@acme/auth-pages";
import { secondFactorErrors } from "../errors.js";
import { CLEARED_PENDING } from "../pending-cookie.js";
import type { CompletedSignIn } from "../second-factor-api.js";

/** Clears the cookie of the sign-in that waited. */
const ENDED: Kept = { continuation: CLEARED_PENDING };

const { INVALID_TWO_FACTOR_COOKIE, TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE } = secondFactorErrors;

/** What the pages say of a sign-in that is over. */
export interface EndedTexts {
  readonly ended: string;
  readonly spent: string;
}

/**
 * Does something with the sign-in that waits. Of one that is dead or spent the cookie is cleared,
 * and the visitor starts again where they wanted to go.
 * @param lastTry whether it was alive until the try that was just refused
 */
async function withPending<T>(
  { page, next, step }: AnyVisit,
  { texts, lastTry }: { readonly texts: EndedTexts; readonly lastTry: boolean },
  work: () => Promise<T>,
): Promise<T | Leave> {
  try {
    return await work();
  } catch (thrown) {
    const code = AuthError.is(thrown) ? thrown.code : null;
    const isOver = code === INVALID_TWO_FACTOR_COOKIE.code;
    if (!isOver && code !== TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE.code) throw thrown;
    const isSpent = !isOver || lastTry;
    return go(page("signIn", { query: { next: next ?? step?.next ?? null } }), {
      ...ENDED,
      step: null,
      flash: { text: isSpent ? texts.spent : texts.ended },
    });
  }
}

/** Does with the sign-in that waits what its form asks for. */
export const provingPending = <T>(
  visit: AnyVisit,
  texts: EndedTexts,
  work: () => Promise<T>,
): Promise<T | Leave> => withPending(visit, { texts, lastTry: false }, work);

/** Looks at the sign-in that waits; after a form, for the page on which the form was refused. */
export const lookingAtPending = <T>(
  visit: AnyVisit,
  texts: EndedTexts,
  work: () => Promise<T>,
): Promise<T | Leave> =>
  withPending(visit, { texts, lastTry: visit.request.method === "POST" }, work);

/** What the next sign-in offers first, by the way of the first proof. */
const WORDS: Readonly<Record<string, string>> = {
  "email-otp": "code",
  "magic-link": "link",
  password: "password",
  passkey: "passkey",
};

/**
 * Answers a sign-in that is completed as its first proof would have been answered.
 * @param visit where the first proof was to lead counts before the step of another tab
 * @param said what the page says to which it leads; null for nothing
 */
export async function completed(
  visit: AnyVisit,
  { signedIn, redirectTo }: Pick<CompletedSignIn, "signedIn" | "redirectTo">,
  said: string | null = null,
): Promise<Leave> {
  const next = visit.nexts.after(redirectTo) ?? visit.next;
  return afterSignIn({ ...visit, next }, signedIn, wayOf(signedIn, visit), {
    ...ENDED,
    ...(said !== null && { flash: { text: said } }),
  });
}

/** A provider is remembered where it was chosen: the session does not name it. */
const wayOf = ({ session }: SignedIn, { lastWay }: AnyVisit): string =>
  WORDS[session.authenticatedBy] ?? lastWay ?? "";
