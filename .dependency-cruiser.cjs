/**
 * Who may know whom. Each rule's comment is the reason, shown when the rule fails. ARCHITECTURE.md
 * tells the whole story.
 */
const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const TEST = "[.]test(-d)?[.]ts$|^packages/[^/]+/(test|proofs)/";
const VALUE = { dependencyTypesNot: ["type-only"] };
/** The wings of core from the top; those of one row do not know each other. */
const WINGS = [
  ["operators"],
  ["lifecycle"],
  ["sign-in", "organizations"],
  ["account"],
  ["background"],
  ["store"],
  ["ports"],
  ["kernel"],
];
/** The same of the server. */
const SERVER_WINGS = [
  ["commands"],
  ["starting"],
  ["serving"],
  ["metrics"],
  ["config"],
  ["features"],
  ["sample"],
];
const FEATURE =
  "^packages/core/src/(operators|lifecycle|sign-in|organizations|account|background)/";
const FEATURE_PACKAGES = require("./scripts/feature-packages.cjs");
const LIBRARY = [
  "npm",
  "npm-dev",
  "npm-optional",
  "npm-peer",
  "npm-bundled",
  "npm-no-pkg",
  "npm-unknown",
];
const VAGUE = {
  path: "/(utils?|common|helpers?|shared|types|interfaces|services|base)(/|[.]ts$)",
  pathNot: "node_modules/",
};

const vague =
  "A thing that has no name in the problem domain has not been understood yet: name it for what it is about, and it finds its room.";
const arrows =
  "The arrows are server → features, express, kysely, nodemailer; features → pages, http, kysely, client, testing; express, fetch, pages → http → core; and kysely, nodemailer, testing → core.";

/** @param {string} name @param {string} comment @param {{ from: object, to: object }} arrow */
const never = (name, comment, arrow) => ({ name, severity: "error", comment, ...arrow });
/** @param {string} path */
const sourcesOf = (path) => ({ path, pathNot: TEST });
/**
 * A wing imports only wings below it, types included.
 * @param {{ room: string, rows: readonly (readonly string[])[], why: string, exemption?: (wing:
 * string) => object }} wings
 */
const knowsOnlyWingsBelow = ({ room, rows, why, exemption = () => ({}) }) =>
  rows.slice(1).flatMap((row, height) =>
    row.map((wing) =>
      never(
        `${wing}-knows-only-wings-below`,
        `${why}: ${rows.map((names) => names.join(", ")).join(" > ")}.`,
        {
          from: sourcesOf(`^packages/${room}/src/${wing}/`),
          to: {
            path: `^packages/${room}/src/(${rows
              .slice(0, height + 2)
              .flat()
              .filter((name) => name !== wing)
              .join("|")})/`,
            ...exemption(wing),
          },
        },
      ),
    ),
  );
/**
 * The other packages a package may not know.
 * @param {string} room
 * @param {readonly string[]} known
 */
const allBut = (room, known) => ({
  path: `^(packages|examples)/(?!(${[room, ...known].join("|")})/)`,
});

const core = [
  never("core-is-itself", `Core knows no other package. ${arrows}`, {
    from: sourcesOf("^packages/core/src"),
    to: allBut("core", []),
  }),
  never(
    "only-create-auth-knows-platform",
    "Libraries and the runtime reach features through ports; create-auth.ts and providers.ts alone choose implementations.",
    {
      from: {
        path: "^packages/core/src",
        pathNot: [
          TEST,
          "^packages/core/src/platform/",
          "^packages/core/src/(create-auth|providers|index)[.]ts$",
        ],
      },
      to: { path: "^packages/core/src/platform/" },
    },
  ),
  never(
    "entries-take-only-types-from-platform",
    "The public API is what createAuth builds; a default implementation stays replaceable because nobody can name it.",
    {
      from: { path: "^packages/core/src/(index|store|texts|surface)[.]ts$" },
      to: { path: "^packages/core/src/platform/", ...VALUE },
    },
  ),
  never(
    "core-takes-nothing-from-its-entries",
    "An entry point is a list for other packages; a file of core imports the file that has the thing.",
    {
      from: sourcesOf("^packages/core/src/"),
      to: { path: "^packages/core/src/(index|store|texts|providers|surface)[.]ts$" },
    },
  ),
  never(
    "core-has-no-library",
    "A decision must outlive every library: a skin in platform/ translates it into a port of ours.",
    {
      from: { path: "^packages/core/src", pathNot: [TEST, "^packages/core/src/platform/"] },
      to: { dependencyTypes: LIBRARY },
    },
  ),
  never(
    "core-has-no-runtime",
    "Time, chance, keys and IO reach core through ports, so that a test decides them and any runtime may serve them.",
    {
      from: { path: "^packages/core/src", pathNot: [TEST, "^packages/core/src/platform/"] },
      to: { dependencyTypes: ["core"] },
    },
  ),
  never(
    "features-meet-in-steps",
    "A use case owns its transaction, so two of them cannot be nested: share a <verb>-<noun>.ts step that takes the tx, a pure file or a type.",
    {
      from: { path: "^packages/core/src/[^/]+/([^/]+)/", pathNot: TEST },
      to: {
        path: "^packages/core/src/[^/]+/([^/]+)/\\1[.]ts$",
        pathNot: "^packages/core/src/[^/]+/$1/",
        ...VALUE,
      },
    },
  ),
  ...knowsOnlyWingsBelow({
    room: "core",
    rows: WINGS,
    why: "A wing imports only wings below it, types included, so that each is read without those above",
    // The store is the sum of every feature's store port, and its environment is what features are
    // built from.
    exemption: (wing) => (wing === "store" ? { pathNot: "-store[.]ts$" } : {}),
  }),
  never(
    "languages-load-on-demand",
    "A language in which nothing is said costs nothing: its texts are imported when one of them is needed.",
    {
      from: {
        path: "^packages/core/src/",
        pathNot: [TEST, "^packages/core/src/[^/]+/language/[^/]+/"],
      },
      to: { path: "^packages/core/src/background/language/[^/]+/", dynamic: false },
    },
  ),
  never("kernel-stands-alone", "Everything stands on the kernel; it stands on nothing.", {
    from: sourcesOf("^packages/core/src/kernel/"),
    to: { pathNot: "^packages/core/src/kernel/" },
  }),
  never(
    "ports-are-types",
    "A port is a contract. What runs belongs to the feature that needs it or the adapter that fulfils it.",
    {
      from: sourcesOf("^packages/core/src/ports/"),
      to: VALUE,
    },
  ),
  never(
    "platform-decides-nothing",
    "A default implementation translates a library into a port; lifetimes, limits and decisions stay with the features.",
    { from: sourcesOf("^packages/core/src/platform/"), to: { path: FEATURE, ...VALUE } },
  ),
];

const http = [
  never("http-meets-only-core", `The surface calls use cases and nothing else of ours. ${arrows}`, {
    from: sourcesOf("^packages/http/src"),
    to: allBut("http", ["core"]),
  }),
  never(
    "http-kernel-is-protocol-only",
    "The kernel carries any route: it knows no field, no page and no URL of ours. What it needs of them is passed in.",
    {
      from: sourcesOf("^packages/http/src/kernel/"),
      to: { path: "^packages/http/src/", pathNot: "^packages/http/src/kernel/" },
    },
  ),
  never("http-has-no-framework", "The surface is data; only a mount knows a framework.", {
    from: sourcesOf("^packages/http/src"),
    to: { path: "node_modules/(@types/)?(express|express-serve-static-core|fastify|koa|hono)/" },
  }),
  never("http-has-no-storage", "Handlers call use cases, never storage.", {
    from: sourcesOf("^packages/http/src"),
    to: {
      path: [
        "node_modules/(@types/)?(kysely|pg|better-sqlite3)/",
        "^packages/core/src/store[.]ts$",
      ],
    },
  }),
  never(
    "http-has-no-runtime",
    "Bytes and sockets end at the mount; the surface speaks plain values.",
    {
      from: sourcesOf("^packages/http/src"),
      to: { dependencyTypes: ["core"] },
    },
  ),
];

const adapters = [
  never("express-meets-http-and-core", `A mount carries requests to the surface. ${arrows}`, {
    from: sourcesOf("^packages/express/src"),
    to: allBut("express", ["http", "core"]),
  }),
  never(
    "express-is-types-of-node-http",
    "The mount uses node:http's own objects and no library at run time (node:net only reads addresses), so that it serves under Express and without it.",
    {
      from: sourcesOf("^packages/express/src"),
      to: { dependencyTypes: [...LIBRARY, "core"], pathNot: "^net$", ...VALUE },
    },
  ),
  never("fetch-meets-http-and-core", `A handler carries requests to the surface. ${arrows}`, {
    from: sourcesOf("^packages/fetch/src"),
    to: allBut("fetch", ["http", "core"]),
  }),
  never(
    "fetch-has-no-runtime",
    "The handler knows Request and Response alone, so that it runs wherever they do.",
    {
      from: sourcesOf("^packages/fetch/src"),
      to: { dependencyTypes: [...LIBRARY, "core"] },
    },
  ),
  never(
    "better-auth-meets-http-and-core",
    `A feature's routes call use cases, and are made of what the surface gives to features. ${arrows}`,
    {
      from: sourcesOf("^packages/better-auth/src"),
      to: allBut("better-auth", ["http", "core"]),
    },
  ),
  never(
    "pages-meet-http-and-core",
    `A page is one more way to call use cases, made of what the surface gives. ${arrows}`,
    {
      from: sourcesOf("^packages/pages/src"),
      to: allBut("pages", ["http", "core"]),
    },
  ),
  never(
    "pages-have-no-library-and-no-runtime",
    "A page is text made of plain values, so that it is the same under every host; what it is made of is read when the package is built. Its files are compressed once, at the start.",
    {
      from: {
        ...sourcesOf("^packages/pages/src"),
        pathNot: [TEST, "^packages/pages/src/platform/"],
      },
      to: { dependencyTypes: [...LIBRARY, "core"] },
    },
  ),
  never(
    "pages-are-left-out-by-default",
    "Who shows no page loads none: only the server, examples and the entry ./pages of a feature know the package.",
    {
      from: {
        path: "^packages/(?!(pages|server)/)",
        pathNot: [TEST, "^packages/[^/]+/src/pages/"],
      },
      to: { path: "^packages/pages/" },
    },
  ),
  never(
    "client-stands-alone",
    "A page loads the client, so it brings nothing along. It knows the surface by what `npm run generate` writes into it.",
    {
      from: sourcesOf("^packages/client/src"),
      to: { pathNot: "^packages/client/src/" },
    },
  ),
  never("kysely-meets-only-core", `An adapter knows the ports. ${arrows}`, {
    from: sourcesOf("^packages/kysely/src"),
    to: allBut("kysely", ["core"]),
  }),
  never(
    "kysely-takes-only-types-from-core",
    "A store answers questions; it never calls the logic that asks them.",
    {
      from: sourcesOf("^packages/kysely/src"),
      to: { path: "^packages/core/src", ...VALUE },
    },
  ),
  never("nodemailer-meets-only-core", `An adapter knows the ports. ${arrows}`, {
    from: sourcesOf("^packages/nodemailer/src"),
    to: allBut("nodemailer", ["core"]),
  }),
  never(
    "testing-meets-only-core",
    `Every adapter is tested by it, so it knows none of them. ${arrows}`,
    {
      from: sourcesOf("^packages/testing/src"),
      to: allBut("testing", ["core"]),
    },
  ),
  never(
    "create-auth-stands-alone",
    "npm fetches it alone, and it writes applications: it imports no package, and none knows it.",
    {
      from: sourcesOf("^packages/create-auth/src/"),
      to: { pathNot: "^packages/create-auth/src/", dependencyTypesNot: ["core"] },
    },
  ),
  never("nothing-knows-create-auth", "What it writes is for an application that is made by it.", {
    from: { path: "^(packages|examples)/(?!create-auth/)" },
    to: { path: "^packages/create-auth/" },
  }),
  never(
    "nothing-knows-the-server",
    "The server is one way to put the packages together; a package that needs a part of it has found something that belongs in a package.",
    { from: { path: "^(packages|examples)/(?!server/)" }, to: { path: "^packages/server/" } },
  ),
];

const features = FEATURE_PACKAGES.flatMap((room) => {
  const sources = `^packages/${room}/src/`;
  const outside = (/** @type {readonly string[]} */ ...folders) => ({
    path: sources,
    pathNot: [TEST, ...folders.map((folder) => `${sources}${folder}`)],
  });
  return [
    never(
      `${room}-meets-no-other-feature`,
      `An application uses a feature alone or beside any other, so what two of them need is core's. ${arrows}`,
      {
        from: sourcesOf(sources),
        to: allBut(room, ["core", "pages", "http", "kysely", "client", "testing"]),
      },
    ),
    ...["kysely", "http", "testing"].map((entry) =>
      never(
        `${room}-knows-${entry}-in-its-folder`,
        `Who takes the entry point . of a feature loads nothing of ./${entry}: another store, or no HTTP, may be in use.`,
        // Pages are made of the parts of the surface.
        {
          from: outside(`${entry}/`, ...(entry === "http" ? ["pages/"] : [])),
          to: { path: `^packages/${entry}/` },
        },
      ),
    ),
    never(
      `${room}-names-its-calls-in-client`,
      "A call is a constant for browsers: what else a feature has never meets it.",
      { from: outside("client[.]ts"), to: { path: "^packages/client/" } },
    ),
    never(
      `${room}-writes-its-tables-with-the-words-of-tables`,
      "What else an adapter exports is for who opens a store.",
      {
        from: sourcesOf(sources),
        to: { path: "^packages/kysely/", pathNot: "^packages/kysely/src/tables[.]ts$" },
      },
    ),
    never(
      `${room}-chooses-its-platform-once`,
      "Libraries and the runtime reach a feature through ports; the file that is named like the feature alone chooses implementations, and pages take what only they show.",
      {
        from: outside("platform/", `${room}[.]ts$`, "pages/"),
        to: { path: `${sources}platform/` },
      },
    ),
    never(
      `${room}-has-no-library`,
      "A decision must outlive every library: a skin in platform/ translates it into a port.",
      { from: outside("platform/", "kysely/", "testing/"), to: { dependencyTypes: LIBRARY } },
    ),
    never(
      `${room}-has-no-runtime`,
      "Time, chance, keys and IO reach a feature through ports, so that a test decides them and any runtime may serve them.",
      { from: outside("platform/"), to: { dependencyTypes: ["core"] } },
    ),
  ];
});

const server = [
  ...knowsOnlyWingsBelow({
    room: "server",
    rows: SERVER_WINGS,
    why: "What serves knows nothing of how it was started, nor the start of the commands, so that each is read without those above; the sample is written as an application of its own would be",
  }),
  never(
    "features-are-named-once",
    "Features enter the server in one list, features/features.ts, a row each. Whatever the server does with them, their variables, commands and checks included, it reads there, so that a feature can be taken out, and another one put in, in one place.",
    {
      from: {
        path: "^packages/server/src/",
        pathNot: [TEST, "^packages/server/src/(sample/|features/features[.]ts$)"],
      },
      to: { path: `^packages/(server/src/sample|better-auth|${FEATURE_PACKAGES.join("|")})/` },
    },
  ),
  never(
    "server-is-in-its-wings",
    "At the top of the server's sources stand the entry points, which run when they are loaded; a part that another file needs belongs in a wing.",
    {
      from: sourcesOf("^packages/server/src/"),
      to: { path: "^packages/server/src/[^/]+[.]ts$" },
    },
  ),
];

/** What the tasks load with their first line stands in their own folder. */
const LOADED_FIRST = "^scripts/tasks/";

const scripts = [
  never("nothing-knows-scripts", "The scripts are for the people who change this repository.", {
    from: { path: "^(packages/[^/]+/(src|test)|examples)/" },
    to: { path: "^scripts/" },
  }),
  never(
    "tasks-load-alone",
    "The first task installs the dependencies, so the tasks load without them: import what needs one when it is needed.",
    {
      from: { path: "^scripts/(run[.]mjs$|tasks/)" },
      to: { dependencyTypes: LIBRARY, dynamic: false },
    },
  ),
  never("tasks-load-tasks", "What a task needs of elsewhere, it imports when it is needed.", {
    from: { path: "^scripts/(run[.]mjs$|tasks/)" },
    to: { path: "^(packages|examples|scripts)/", pathNot: LOADED_FIRST, dynamic: false },
  }),
];

const everywhere = [
  never("packages-meet-at-their-entries", "What a package does not export may change any day.", {
    from: { path: "^(?:packages|examples)/([^/]+)/" },
    to: { path: "^packages/[^/]+/(src|test)/", pathNot: ["^packages/$1/", ...publicEntries()] },
  }),
  never(
    "applications-take-what-is-public",
    "@acme/auth-core/surface is internal and outside semver: http, the adapters and the reference server take from it what they share with core. An application, the writer of a store, and what is shown to them take @acme/auth-core and its /store, /texts and /providers.",
    {
      from: { path: "^(examples|packages/kysely/src|packages/server/src/sample)/" },
      to: { path: "^packages/core/src/surface[.]ts$" },
    },
  ),
  never("no-cycles", "Two files that need each other, types included, are one thing, or three.", {
    from: {},
    to: { circular: true },
  }),
  never("no-vague-rooms", vague, { from: {}, to: VAGUE }),
  never("no-vague-files", vague, { from: VAGUE, to: {} }),
  never("no-vague-orphans", vague, { from: { orphan: true, ...VAGUE }, to: {} }),
  never("no-test-in-production", "A test may know everything; nothing may know a test.", {
    from: { path: "^packages/[^/]+/src", pathNot: TEST },
    to: { path: TEST },
  }),
  never("everything-resolves", "An import that leads nowhere escapes every other rule.", {
    from: {},
    to: { couldNotResolve: true },
  }),
];

/** The source of every entry that a package's `exports` names, as patterns. */
function publicEntries() {
  return readdirSync(join(__dirname, "packages")).flatMap((room) => {
    const { exports = {} } = JSON.parse(
      readFileSync(join(__dirname, "packages", room, "package.json"), "utf8"),
    );
    return Object.values(exports).flatMap((entry) =>
      entry["@acme/source"]
        ? [`^${join("packages", room, entry["@acme/source"]).replaceAll(".", "[.]")}$`]
        : [],
    );
  });
}

module.exports = {
  forbidden: [...core, ...http, ...adapters, ...features, ...server, ...scripts, ...everywhere],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: {
      // What is built, and what only an application that a proof makes has around it.
      path: [
        "^packages/[^/]+/dist/",
        "^scripts/proofs/(embedding/([^/]+/|visit|serves)|nodes/)",
        "^examples/[^/]+/test[.]mjs$",
        "^playwright-core$",
      ],
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@acme/source", "import", "types", "node", "default"],
      extensions: [".ts", ".d.ts", ".js", ".json"],
    },
  },
};
