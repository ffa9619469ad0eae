import type { SessionId } from "@acme/auth-core";
import { userOfCaller } from "../kernel/additions.js";
import { route } from "../kernel/route.js";
import { once, z } from "../kernel/zod.js";
import { idField } from "../schemas/fields.js";
import { status, STATUS_OK, SUCCESS, success } from "../views/outcome.view.js";
import { activeOrganizationOf, sessionView, viewSession } from "../views/session.view.js";
import { userView, viewUser } from "../views/user.view.js";

const handle = once(() => idField<SessionId>().describe("The id of the session."));

export const getSession = route({
  method: "GET",
  path: "/api/auth/get-session",
  summary: "Get session",
  description: "Read the session that is presented with the request, and its user.",
  access: "anyone",
  limit: "read",
  returns: "The session and its user, or null.",
  status: 200,
  reply: () => z.strictObject({ session: sessionView(), user: userView() }).nullable(),
  refuses: [],
  handle: async ({ auth, client, additions }) => {
    const caller = await auth.sessions.identify(client);
    return {
      body: caller && {
        session: viewSession(caller.session, activeOrganizationOf(caller), additions),
        user: viewUser(userOfCaller(caller, additions), additions),
      },
    };
  },
});

export const listSessions = route({
  method: "GET",
  path: "/api/auth/list-sessions",
  summary: "List sessions",
  description: "List every live session of the caller, newest first.",
  access: "session",
  limit: "auth-ip",
  returns: "The sessions, newest first.",
  status: 200,
  reply: () =>
    z.array(
      z
        .strictObject({
          ...sessionView().shape,
          current: z.boolean().describe("Whether it is the session of this request."),
        })
        .meta({ id: "ListedSession", description: "A session, as its user sees it in the list." }),
    ),
  refuses: [],
  handle: async ({ auth, caller, additions }) => {
    const sessions = await auth.sessions.list(caller);
    const body = sessions.map((session) => {
      const current = session.id === caller.session.id;
      const organization = current ? activeOrganizationOf(caller) : null;
      return Object.assign(viewSession(session, organization, additions), { current });
    });
    return { body };
  },
});

export const revokeSession = route({
  method: "POST",
  path: "/api/auth/revoke-session",
  summary: "End session",
  description: "End one of the caller's sessions, by its id.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z
      .union([z.object({ id: handle() }), z.object({ token: handle() })])
      .transform((body) => ("id" in body ? body.id : body.token)),
  returns: "The session has ended, or there was none of that id.",
  status: 200,
  reply: status,
  refuses: [],
  handle: async ({ auth, caller, client, body: id }) => {
    await auth.sessions.revoke(caller, id, client);
    return { body: STATUS_OK, ...(id === caller.session.id && { session: null }) };
  },
});

export const revokeOtherSessions = route({
  method: "POST",
  path: "/api/auth/revoke-other-sessions",
  summary: "End other sessions",
  description:
    "End every session of the caller except the current one, which goes on under a new token.",
  access: "session",
  limit: "auth-ip",
  returns: "The other sessions have ended. The session cookie is set anew.",
  status: 200,
  reply: status,
  refuses: [],
  handle: async ({ auth, caller, client }) => {
    return { body: STATUS_OK, session: await auth.sessions.revokeOthers(caller, client) };
  },
});

export const revokeSessions = route({
  method: "POST",
  path: "/api/auth/revoke-sessions",
  summary: "End all sessions",
  description: "End every session of the caller, the current one too.",
  access: "session",
  limit: "auth-ip",
  returns: "Every session has ended, the current one too.",
  status: 200,
  reply: status,
  refuses: [],
  handle: async ({ auth, caller, client }) => {
    await auth.sessions.revokeAll(caller.user.id, client);
    return { body: STATUS_OK, session: null };
  },
});

export const signOut = route({
  method: "POST",
  path: "/api/auth/sign-out",
  summary: "Sign out",
  description: "End the session that is presented with the request. Without one, nothing happens.",
  access: "anyone",
  limit: "auth-ip",
  returns: "The session has ended, if there was one.",
  status: 200,
  reply: success,
  refuses: [],
  signsOut: true,
  handle: async ({ auth, client }) => {
    await auth.sessions.signOut(client);
    return { body: SUCCESS, session: null };
  },
});
