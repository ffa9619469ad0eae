import { notes } from "../../../lib/auth";
import { settleAfterAnswer } from "../../../lib/background";

async function answer(request: Request) {
  settleAfterAnswer();
  return (await notes().handle(request)) ?? new Response(null, { status: 404 });
}

export {
  answer as GET,
  answer as POST,
  answer as PUT,
  answer as PATCH,
  answer as DELETE,
  answer as OPTIONS,
};
