import { appAuth } from "../auth.server";

interface Asked {
  readonly request: Request;
}

/** Only signed-in users reach it. */
export async function loader({ request }: Asked): Promise<Response> {
  const { requireSession } = await appAuth();
  const list = requireSession(async (_request, { caller }) =>
    Response.json({ author: caller.user.email, notes: [] }),
  );
  return list(request);
}
