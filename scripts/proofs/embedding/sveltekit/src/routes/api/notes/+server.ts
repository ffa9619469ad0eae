import { notes } from "$lib/server/auth";

export async function GET({ request }) {
  const { requireSession } = await notes();
  return requireSession((_request, { caller }) =>
    Response.json({ author: caller.user.email, notes: [] }),
  )(request);
}
