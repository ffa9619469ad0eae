import { type NextRequest, NextResponse } from "next/server";
import { notes } from "./lib/auth";
import { settleAfterAnswer } from "./lib/background";

/**
 * The middleware, which Next.js calls proxy since version 16: guests of pages below /notes sign in
 * first, and come back to the very URL, with its query.
 */
export async function proxy(request: NextRequest) {
  const { readSession, signInUrl } = notes();
  const { caller } = await readSession(request);
  settleAfterAnswer();
  const { pathname, search } = request.nextUrl;
  return caller ? NextResponse.next() : NextResponse.redirect(signInUrl(pathname + search));
}

export const config = { matcher: "/notes/:path*" };
