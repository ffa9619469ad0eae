import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { notes } from "./auth";
import { settleAfterAnswer } from "./background";

/** Who is signed in, null for a guest: looked up once for each request, whatever asks. */
export const readCaller = cache(async () => {
  const sent = await headers(); // first: it tells Next.js to make the page for each request
  const { caller } = await notes().readSession(sent);
  settleAfterAnswer();
  return caller;
});

/** Guests sign in first, and come back to the path. */
export const requireCaller = async (path: string) =>
  (await readCaller()) ?? redirect(notes().signInUrl(path));
