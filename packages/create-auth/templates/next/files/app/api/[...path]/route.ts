import { appAuth } from "../../../lib/auth";

async function answer(request: Request): Promise<Response> {
  const { handle } = await appAuth();
  return (await handle(request)) ?? new Response(null, { status: 404 });
}

export {
  answer as GET,
  answer as POST,
  answer as PUT,
  answer as PATCH,
  answer as DELETE,
  answer as OPTIONS,
};
