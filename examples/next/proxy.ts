import { type NextRequest, NextResponse } from "next/server";
import { notes } from "./lib/auth";
import { settleAfterAnswer } from "./lib/background";

/**
 * Since version 16, Next.js calls its middleware proxy. This one redirects guests of pages below
 * /notes to the sign-in page, which leads back to the same URL, with its query.
 */
export async function proxy(request: NextRequest) {
  const { readSession, signInUrl } = notes();
  const { caller } = await readSession(request);
  settleAfterAnswer();
  const { pathname, search } = request.nextUrl;
  return caller ? NextResponse.next() : NextResponse.redirect(signInUrl(pathname + search));
}

export const config = { matcher: "/notes/:path*" };
