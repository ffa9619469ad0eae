const SESSIONS = "packages/server/test/surface/sessions.test.ts";
const OPEN_SESSION = "packages/core/src/session/open-session.ts";

/** @type {readonly import("./index.mjs").PlantedRemoval[]} */
export const removals = [
  {
    row: "R-SES-02",
    what: "the presented session ends when another user signs in",
    file: OPEN_SESSION,
    find: "await tx.sessions.revoke(presented.userId, presented.id)",
    replace: "presented.userId",
    test: SESSIONS,
    name: "ends somebody else's session that came along with a sign-in",
  },
  {
    row: "R-SES-02",
    what: "a renewed session goes on under a new token",
    file: OPEN_SESSION,
    find: "  if (!(await tx.sessions.renew(presented.id, presentedHash, renewal))) return null;",
    replace: "  return { ...presented, ...renewal };",
    test: SESSIONS,
    name: "the old token is dead",
  },
];
