import type { Answer, AnyRoute } from "./route.js";
import { loadZod } from "./zod.js";

/** Compares an answer with what its route declares. For tests: production does not pay for it. */
export async function checkAnswer(
  route: AnyRoute,
  answer: Answer<unknown>,
  onBreach: (breach: Error) => void,
): Promise<void> {
  const breach = (what: string): void =>
    onBreach(new Error(`${route.method} ${route.path} answers ${what}`));
  if ("redirect" in answer && answer.status !== route.status && answer.status !== route.redirects)
    breach(`${answer.status}, which it does not declare`);
  if ("page" in answer && (!route.page || (answer.status === 400 && !route.deadLinkPage)))
    breach("a page that it does not declare");
  if (!declaresFile(route, answer)) breach("a file that it does not declare");
  if (!("body" in answer || "json" in answer)) return;
  await loadZod();
  const result = route.reply().safeParse("json" in answer ? JSON.parse(answer.json) : answer.body);
  if (!result.success) breach(`what its schema does not say: ${result.error.message}`);
}

function declaresFile(route: AnyRoute, answer: Answer<unknown>): boolean {
  const media = "download" in answer ? answer.download.media : undefined;
  return media === undefined || route.files?.includes(media) === true;
}
