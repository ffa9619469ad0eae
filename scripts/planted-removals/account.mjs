const EMAIL_CHANGE = "packages/core/src/email-change/email-change.ts";
const CHANGE_TESTS = "packages/server/test/surface/email-change-session.test.ts";
const MAILED_LINKS = "packages/kysely/src/stores/mailed-links.ts";
const STORE = "packages/kysely/test/store.test.ts";

/** @type {readonly import("./index.mjs").PlantedRemoval[]} */
export const removals = [
  {
    row: "R-OOB-10",
    what: "a change of the email address names the session that asked",
    file: EMAIL_CHANGE,
    find: "sessionId: caller.session.id",
    replace: "sessionId: null",
    test: CHANGE_TESTS,
    name: "outlives a re-authentication of that session",
  },
  {
    row: "R-OOB-10",
    what: "the page of a change whose session has ended is dead",
    file: EMAIL_CHANGE,
    find: "!(await store.mailedLinks.isLive(link.id, now))",
    replace: "false",
    test: CHANGE_TESTS,
    name: "dies with the session that asked",
  },
  {
    row: "R-OOB-10",
    what: "a change that names no session is dead",
    file: EMAIL_CHANGE,
    find: "link.sessionId === null || ",
    replace: "",
    test: CHANGE_TESTS,
    name: "that the first release mailed is dead",
  },
  {
    row: "R-OOB-10",
    what: "a link is used only while its session lives",
    file: MAILED_LINKS,
    find: 'return row.or([row("session_id", "is", null), row.exists(held)]);',
    replace: "return row.or([row.lit(true), row.exists(held)]);",
    test: STORE,
    name: "is dead once that session has ended",
  },
  {
    row: "R-OOB-10",
    what: "the session of a link that is used is held until the commit",
    file: MAILED_LINKS,
    find: "sessions.forKeyShare()",
    replace: "sessions",
    test: STORE,
    name: "is used while nobody can end that session",
  },
  {
    row: "R-OOB-10",
    what: "the present address is told at the request",
    file: EMAIL_CHANGE,
    find: '      await enqueueNotice(tx, env, locked.email, "email-change-requested");\n',
    replace: "",
    test: CHANGE_TESTS,
    name: "is told to the present address",
  },
  {
    row: "R-SES-15",
    what: "a re-authentication leaves a session remembered or not",
    file: "packages/core/src/session/open-session.ts",
    find: "authentication.remembered ?? presented?.remembered ?? true",
    replace: "authentication.remembered ?? true",
    test: "packages/server/test/surface/remembered-sessions.test.ts",
    name: "stays as it was when it is authenticated again by",
  },
];
