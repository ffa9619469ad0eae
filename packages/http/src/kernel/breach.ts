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
  if ("page" in answer && !declaresPage(route, answer.status))
    breach("a page that it does not declare");
  if (!declaresFile(route, answer)) breach("a file that it does not declare");
  if (isUndeclaredSignIn(route, answer)) breach("a sign-in that it does not declare");
  if (!("body" in answer || "json" in answer)) return;
  await loadZod();
  const result = route.reply().safeParse("json" in answer ? JSON.parse(answer.json) : answer.body);
  if (!result.success) breach(`what its schema does not say: ${result.error.message}`);
}

function declaresFile(route: AnyRoute, answer: Answer<unknown>): boolean {
  const media = "download" in answer ? answer.download.media : undefined;
  return media === undefined || route.files?.includes(media) === true;
}

const declaresPage = (route: AnyRoute, status: number | undefined): boolean =>
  route.page !== undefined && (status === undefined || route.deadLinkPage === true);

/** Whether an answer opens a session, or tells that it is withheld, and its route opens none. */
function isUndeclaredSignIn(
  { opensSession }: AnyRoute,
  { session, continuation }: Answer<unknown>,
): boolean {
  if (opensSession) return false;
  // What renews a session without signing in has no browser to remember.
  if (session && "knownBrowser" in session) return true;
  return (continuation?.cookie?.lifetime ?? 0) > 0;
}
