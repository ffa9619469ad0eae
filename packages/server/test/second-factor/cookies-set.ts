import type { Reply } from "../agent.js";

/** The names of the cookies that a reply sets, sorted. Those that it clears are left out. */
export const cookieNames = ({ setCookies }: Reply): readonly string[] =>
  setCookies
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.slice(0, cookie.indexOf("=")))
    .toSorted();
