import type { SessionId } from "@acme/auth-core";
import * as z from "zod";
import { idField } from "../schemas/fields.js";
import { status, STATUS_OK, success, SUCCESS } from "../views/outcome.view.js";
import { route } from "../kernel/route.js";
import { activeOrganizationOf, sessionView, viewSession } from "../views/session.view.js";
import { userView, viewUser } from "../views/user.view.js";

const handle = idField<SessionId>();

export const getSession = route({
  method: "GET",
  path: "/api/auth/get-session",
  summary: "The session that came along and its user, or null.",
  access: "anyone",
  limit: "read",
  status: 200,
  reply: z.strictObject({ session: sessionView, user: userView }).nullable(),
  refuses: [],
  handle: async ({ auth, client }) => {
    const caller = await auth.sessions.identify(client);
    return {
      body: caller && {
        session: viewSession(caller.session, activeOrganizationOf(caller)),
        user: viewUser(caller.user),
      },
    };
  },
});

export const listSessions = route({
  method: "GET",
  path: "/api/auth/list-sessions",
  summary: "Every live session of the caller, newest first.",
  access: "session",
  limit: "auth-ip",
  status: 200,
  reply: z.array(z.strictObject({ ...sessionView.shape, current: z.boolean() })),
  refuses: [],
  handle: async ({ auth, caller }) => {
    const sessions = await auth.sessions.list(caller);
    const body = sessions.map((session) => {
      const current = session.id === caller.session.id;
      return { ...viewSession(session, current ? activeOrganizationOf(caller) : null), current };
    });
    return { body };
  },
});

export const revokeSession = route({
  method: "POST",
  path: "/api/auth/revoke-session",
  summary: "End one of the caller's sessions, by its id.",
  access: "session",
  limit: "auth-ip",
  body: z
    .union([z.object({ id: handle }), z.object({ token: handle })])
    .transform((body) => ("id" in body ? body.id : body.token)),
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
  summary: "End every session of the caller but this one.",
  access: "session",
  limit: "auth-ip",
  status: 200,
  reply: status,
  refuses: [],
  handle: async ({ auth, caller, client }) => {
    await auth.sessions.revokeAll(caller.user.id, caller.session.id, client);
    return { body: STATUS_OK };
  },
});

export const revokeSessions = route({
  method: "POST",
  path: "/api/auth/revoke-sessions",
  summary: "End every session of the caller, this one too.",
  access: "session",
  limit: "auth-ip",
  status: 200,
  reply: status,
  refuses: [],
  handle: async ({ auth, caller, client }) => {
    await auth.sessions.revokeAll(caller.user.id, null, client);
    return { body: STATUS_OK, session: null };
  },
});

export const signOut = route({
  method: "POST",
  path: "/api/auth/sign-out",
  summary: "End the session that came along. Without one, nothing happens.",
  access: "anyone",
  limit: "auth-ip",
  status: 200,
  reply: success,
  refuses: [],
  handle: async ({ auth, client }) => {
    await auth.sessions.signOut(client);
    return { body: SUCCESS, session: null };
  },
});
