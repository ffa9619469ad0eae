import { appAuth, type Client } from "../../../lib/server/auth";

interface Asked extends Client {
  readonly request: Request;
}

/** Only signed-in users reach it. */
export async function GET(asked: Asked): Promise<Response> {
  const { requireSession } = await appAuth();
  const list = requireSession(async (_request, { caller }) =>
    Response.json({ author: caller.user.email, notes: [] }),
  );
  return list(asked.request, asked);
}
