import type { Href } from "../href.js";
import type { Step } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";

/** Returns the page of the way that a sign-in under way has taken; its beginning where none was. */
export function pageOfWay({ page }: AnyVisit, { email, way, sent, next }: Step): Href {
  if (email !== null && way === "code" && sent.code !== undefined) return page("signInCode");
  if (email !== null && way === "link" && sent.link !== undefined) return page("signInLink");
  if (email !== null && way === "password") return page("signInPassword");
  return page("signIn", { query: { next } });
}
