import { createHash, timingSafeEqual } from "node:crypto";
import { notes } from "../../../lib/auth";

/** How long the host lets it run, in seconds. */
export const maxDuration = 60;

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** A schedule calls it with `CRON_SECRET`. It answers 404 unless that has 32 characters or more. */
export async function GET(request: Request) {
  const secret = process.env.CRON_SECRET ?? "";
  if (secret.length < 32) return new Response(null, { status: 404 });
  const given = digestOf(request.headers.get("authorization") ?? "");
  if (!timingSafeEqual(given, digestOf(`Bearer ${secret}`)))
    return new Response(null, { status: 401 });
  await notes().auth.settle({ within: 50_000 });
  return new Response(null, { status: 204 });
}
