import type { AnswerCookies } from "../kernel/answer.js";
import type { Site } from "../kernel/site.js";

/**
 * What a browser keeps of a sign-in that led it here, for pages to offer first the next time;
 * nothing where the site has no pages.
 * @param way a word of the pages, or the id of a provider
 */
export const lastWay = (way: string, site: Site): Pick<AnswerCookies, "pageCookies"> =>
  site.pages === null ? {} : { pageCookies: { "last-way": way } };
