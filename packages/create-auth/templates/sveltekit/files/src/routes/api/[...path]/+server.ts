import { appAuth, type Client } from "../../../lib/server/auth";

interface Asked extends Client {
  readonly request: Request;
}

/** Answers every method; the more exact paths are left to other routes. */
export async function fallback(asked: Asked): Promise<Response> {
  const { handle } = await appAuth();
  return (await handle(asked.request, asked)) ?? new Response(null, { status: 404 });
}
