import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { notes } from "./auth";
import { settleAfterAnswer } from "./background";

/** The signed-in caller, null for a guest. It is looked up once per request. */
export const readCaller = cache(async () => {
  const sent = await headers(); // first: it tells Next.js to render the page for each request
  const { caller } = await notes().readSession(sent);
  settleAfterAnswer();
  return caller;
});

/** Redirects guests to the sign-in page, which leads back to `path`. */
export const requireCaller = async (path: string) =>
  (await readCaller()) ?? redirect(notes().signInUrl(path));
