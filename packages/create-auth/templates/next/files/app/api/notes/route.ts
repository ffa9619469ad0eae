import { appAuth } from "../../../lib/auth";

/** Only signed-in users reach it. */
export async function GET(request: Request): Promise<Response> {
  const { requireSession } = await appAuth();
  const list = requireSession(async (_request, { caller }) =>
    Response.json({ author: caller.user.email, notes: [] }),
  );
  return list(request);
}
