import { type NextRequest, NextResponse } from "next/server";
import { notes } from "./lib/auth";

/**
 * The middleware, which Next.js calls proxy since version 16: pages below /account are for people
 * who are signed in.
 */
export async function proxy(request: NextRequest) {
  const { caller } = await notes().readSession(request);
  return caller ? NextResponse.next() : NextResponse.redirect(new URL("/", request.url));
}

export const config = { matcher: "/account/:path*" };
