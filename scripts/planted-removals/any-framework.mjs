const GUARDS = "packages/fetch/src/guards.ts";
const GUARDS_TEST = "packages/fetch/src/guards.test.ts";
const BYTES = "packages/fetch/src/fetch-http.ts";
const BYTES_TEST = "packages/fetch/src/fetch-http.test.ts";

/** @type {readonly import("./index.mjs").PlantedRemoval[]} */
export const removals = [
  {
    row: "R-HTTP-11",
    what: "a route guarded over fetch has the headers of the surface",
    file: GUARDS,
    find: "return withHeaders(response, http.guardedHeaders(exchange.requestId));",
    replace: "return response;",
    test: GUARDS_TEST,
    name: "admits a live session, and hands over what the surface shows of it",
  },
  {
    row: "R-HTTP-11",
    what: "what is no refusal reaches the host of a fetch handler",
    file: GUARDS,
    find: "        if (!AuthError.is(thrown)) throw thrown;\n",
    replace: "",
    test: GUARDS_TEST,
    name: "answers the refusals that its route throws, and leaves everything else to the host",
  },
  {
    row: "R-FRE-01",
    what: "a fetch guard asks for a fresh session",
    file: GUARDS,
    find: "requireFreshSession: sessionGuard({ fresh: true })",
    replace: "requireFreshSession: sessionGuard({})",
    test: GUARDS_TEST,
    name: "asks for a fresh session",
  },
  {
    row: "R-FRE-01",
    what: "a fetch guard asks for a fresh session behind a permission too",
    file: GUARDS,
    find: "const guard = guardFor({ ...options, permission }, of);",
    replace: "const guard = guardFor({ permission }, of);",
    test: GUARDS_TEST,
    name: "asks for a permission in the active organization, or in the one that the request names",
  },
  {
    row: "R-AZ-03",
    what: "a fetch guard asks in the organization that the request names",
    file: GUARDS,
    find: `const organizationId = of && ((await of(request, ...context)) ?? "");
        guarded =`,
    replace: `const organizationId = undefined;
        guarded =`,
    test: GUARDS_TEST,
    name: "asks for a permission in the active organization, or in the one that the request names",
  },
  {
    row: "R-HTTP-01",
    what: "headers with a foreign origin have no caller over fetch",
    file: "packages/fetch/src/check.ts",
    find: `name === "sec-fetch-site" || name === "referer"`,
    replace: `name === "sec-fetch-site" || name === "referer" || name === "origin"`,
    test: GUARDS_TEST,
    name: "says who it is, of a request and of headers alone, and never refuses",
  },
  {
    row: "R-HTTP-01",
    what: "an upgrade over fetch needs an allowed origin",
    file: GUARDS,
    find: "http.identify(headersOf(headers), options)",
    replace: `http.identify(headersOf(headers), { origin: "any", ...options })`,
    test: GUARDS_TEST,
    name: "refuses an absent and a foreign origin unless told otherwise",
  },
  {
    row: "R-RL-06",
    what: "a body over fetch that goes on for too long is refused",
    file: BYTES,
    find: `if (size > limit) throw new AuthError("PAYLOAD_TOO_LARGE");`,
    replace: "void [size, limit];",
    test: BYTES_TEST,
    name: "refuses a body beyond the limit, and one that breaks off",
  },
  {
    row: "R-HTTP-11",
    what: "a reply over fetch that fails half-way does not look whole",
    file: BYTES,
    find: "controller.error(failure);",
    replace: "controller.close();",
    test: BYTES_TEST,
    name: "breaks off when a piece fails, and says why",
  },
  {
    row: "R-HTTP-11",
    what: "an application describes no error that would be answered as 500",
    file: "packages/http/src/described-routes.ts",
    find: "if (!errors.has(code))",
    replace: "if (!errors)",
    test: "packages/http/src/described-routes.test.ts",
    name: "are refused when they describe",
  },
];
