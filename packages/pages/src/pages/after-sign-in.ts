import type { Caller, SignedIn } from "@acme/auth-core";
import { type Href, webHref } from "../href.js";
import { go, type Kept, type Leave } from "../kernel/outcome.js";
import { joiningIn, NEW_STEP, type Step } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import { wholeUrl } from "../kernel/whole-url.js";
import { joinAndGoOn } from "./join.js";

/** Where a visitor goes who is signed in: where they wanted to, else home. */
export function goOnAfter({ site, step, next, nexts }: AnyVisit): Href {
  return webHref(nexts.after(next ?? step?.next) ?? site.homeUrl);
}

/**
 * The visit of a page on which a sign-in begins. Of the one before, perhaps of another tab, its
 * `next` counts for nothing: the forms of the page have their own.
 */
export const beginning = <V extends AnyVisit>(visit: V): V => ({
  ...visit,
  step: visit.step && { ...visit.step, next: null },
});

/**
 * Returns where a sign-in leads that ends elsewhere, by a mailed link or at a provider: to the
 * invitation that it is for, to where the visitor wanted to go, or home.
 */
export function destinationAfter({ site, next, page }: AnyVisit, step: Step | null): string {
  if (joiningIn(step)) return wholeUrl(page("invitation"), site);
  return next ?? step?.next ?? site.homeUrl;
}

/** The same for a new user. */
export const destinationOfNew = ({ site, page }: AnyVisit, step: Step | null): string =>
  wholeUrl(joiningIn(step) ? page("invitation") : page("welcome"), site);

/**
 * Answers a completed sign-in: sets its session, remembers the way, and leads to the step that is
 * due, to where the visitor wanted to go, or home. A code that was mailed to join is the last thing
 * that an invitation asks for: it is accepted here. Every other way leads to its page first.
 * @param way what the next sign-in offers first
 * @param more what the browser keeps besides
 */
export async function afterSignIn(
  visit: AnyVisit,
  signedIn: SignedIn,
  way: string,
  more: Kept = {},
): Promise<Leave> {
  const { step, next, page } = visit;
  const kept: Kept = { ...more, session: signedIn, lastWay: way };
  const invitation = joiningIn(step);
  if (!invitation) {
    if (!isNew(signedIn)) return go(goOnAfter(visit), { ...kept, step: null });
    return go(page("welcome"), {
      ...kept,
      step: { ...NEW_STEP, next: next ?? step?.next ?? null },
    });
  }
  const { email, emailVerified } = signedIn.user;
  if (step?.sent.code === undefined || email !== invitation.email || !emailVerified)
    return go(page("invitation"), { ...kept, step });
  const joining = { caller: callerOf(signedIn), invitation, isNew: isNew(signedIn) };
  return joinAndGoOn(visit, joining, kept);
}

/**
 * Whether the sign-in created the user, or they have not said yet what to call them. A sign-in that
 * carries their first session on is later.
 */
const isNew = ({ user, session: { createdAt, authenticatedAt } }: SignedIn): boolean =>
  user.name === "" ||
  [createdAt, authenticatedAt].every((at) => at.getTime() === user.createdAt.getTime());

/** The caller that the new session makes of its user. */
const callerOf = ({ user, session }: SignedIn): Caller => ({
  by: { kind: "session", id: session.id },
  user,
  session,
  secondFactor: { since: null, recoveryDueAt: null },
  membership: null,
});
