import type { SignedIn } from "@acme/auth-core";
import { type Href, webHref } from "../href.js";
import { go, type Kept, type Leave } from "../kernel/outcome.js";
import { NEW_STEP } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";

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
 * Answers a completed sign-in: sets its session, remembers the way, and leads to the step that is
 * due, to where the visitor wanted to go, or home.
 * @param way what the next sign-in offers first
 * @param more what the browser keeps besides
 */
export function afterSignIn(
  visit: AnyVisit,
  signedIn: SignedIn,
  way: string,
  more: Kept = {},
): Leave {
  const kept = { ...more, session: signedIn, lastWay: way };
  if (!isNew(signedIn)) return go(goOnAfter(visit), { ...kept, step: null });
  const next = visit.next ?? visit.step?.next ?? null;
  return go(visit.page("welcome"), { ...kept, step: { ...NEW_STEP, next } });
}

/** Whether the sign-in created the user, or they have not said yet what to call them. */
const isNew = ({ user, session }: SignedIn): boolean =>
  user.name === "" || user.createdAt.getTime() === session.createdAt.getTime();
