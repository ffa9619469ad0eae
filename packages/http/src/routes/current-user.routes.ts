import { route } from "../kernel/route.js";
import { meView, viewMe } from "../views/me.view.js";

export const me = route({
  method: "GET",
  path: "/api/v1/auth/me",
  summary: "Get current user",
  description: "Read the signed-in user, the active organization, and what the role there allows.",
  access: "session",
  limit: "read",
  returns:
    "The user, the active organization with the caller's role there, and what that role allows.",
  status: 200,
  reply: meView,
  refuses: [],
  handle: async ({ auth, caller, additions }) => ({
    body: viewMe(caller, auth.accessControl, additions),
  }),
});
