import { notes } from "../../../lib/auth";

const answer = async (request: Request) =>
  (await notes().handle(request)) ?? new Response(null, { status: 404 });

export {
  answer as GET,
  answer as POST,
  answer as PUT,
  answer as PATCH,
  answer as DELETE,
  answer as OPTIONS,
};
