import { type NextRequest, NextResponse } from "next/server";
import { notes } from "./lib/auth";

/**
 * The middleware, which Next.js calls proxy since version 16: pages below /notes are for people
 * who are signed in. Others sign in first, and come back.
 */
export async function proxy(request: NextRequest) {
  const { readSession, signInUrl } = notes();
  const { caller } = await readSession(request);
  const { pathname, search } = request.nextUrl;
  return caller ? NextResponse.next() : NextResponse.redirect(signInUrl(pathname + search));
}

export const config = { matcher: "/notes/:path*" };
