import { appAuth } from "../auth.server";

interface Asked {
  readonly request: Request;
}

async function answer({ request }: Asked): Promise<Response> {
  const { handle } = await appAuth();
  return (await handle(request)) ?? new Response(null, { status: 404 });
}

export { answer as action, answer as loader };
