import { notes } from "../../../lib/auth";

export const GET = (request: Request) =>
  notes().requireSession((_request, { caller }) =>
    Response.json({ author: caller.user.email, notes: [] }),
  )(request);
