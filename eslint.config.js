import js from "@eslint/js";
import importSort from "eslint-plugin-simple-import-sort";
import ts from "typescript-eslint";
import featurePackages from "./scripts/feature-packages.cjs";
import { transactionRules } from "./scripts/transaction-rules.mjs";

const TESTS = [
  ...["**/*.test.ts", "**/*.test-d.ts", "packages/*/{test,proofs}/**"],
  "packages/create-auth/templates/**/auth-test.ts",
];
/** The contract suites are tests that adopters run too. */
const SUITES = ["packages/testing/src/**", "packages/*/src/testing/**"];
/** The rooms that may know the time, chance and the process; everybody else is handed them. */
const RUNTIME_ROOMS = [
  "packages/*/src/platform/**",
  "packages/server/src/**",
  "packages/*/script/**",
  "packages/benchmarks/**",
  "packages/create-auth/src/main.ts",
  "packages/create-auth/templates/**",
  "examples/**",
  "scripts/**",
  "*.config.ts",
];
/** Tools ask these for a default export. */
const TOOL_CONFIGS = [
  "*.config.{js,mjs,ts}",
  "{packages,examples}/*/*.config.ts",
  "docs/.vitepress/{config.mjs,theme/index.js}",
];

const time = "Time comes through the Clock port, so that a test decides it.";
const chance = "Chance comes through the Random port, so that a test decides it.";
const ambient = [
  ["MemberExpression[object.name='Date'][property.name='now']", time],
  [":matches(NewExpression, CallExpression)[callee.name='Date'][arguments.length=0]", time],
  ["MemberExpression[object.name='performance'][property.name='now']", time],
  ["MemberExpression[object.name='Math'][property.name='random']", chance],
  [
    "MemberExpression[object.name='process'][property.name='env']",
    "Configuration is read once, by the server's config.ts, and handed down.",
  ],
  [
    "MemberExpression[object.name='globalThis'][property.name=/^(crypto|performance|process|Date)$/]",
    "Time, chance and the process come through ports.",
  ],
];
const ambientImports = [
  {
    name: "node:crypto",
    importNames: [
      "randomBytes",
      "randomFill",
      "randomFillSync",
      "randomInt",
      "randomUUID",
      "getRandomValues",
      "webcrypto",
    ],
    message: chance,
  },
  { name: "node:perf_hooks", importNames: ["performance"], message: time },
  {
    name: "node:process",
    importNames: ["env"],
    message: "Configuration is read once, by the server's config.ts, and handed down.",
  },
];
const rawSql = [
  [
    "MemberExpression[object.name='sql'][property.name=/^(raw|lit|id)$/]",
    "Only migrations write raw SQL: elsewhere Kysely escapes values and names.",
  ],
];
const capability =
  "A store names what a database can do (rows.forUpdate, rows.skipLocked, lockKey), never which database it is.";
const dialects = [
  ["Literal[value=/^(postgres|sqlite)$/]", capability],
  ["Identifier[name='dialect']", capability],
];
const shape = [
  ["ExportDefaultDeclaration", "No default exports: a thing has one name everywhere."],
  ["TSEnumDeclaration", "No enums: a union of literals, or a table `as const`."],
  ["TSModuleDeclaration[kind='namespace']", "No namespaces: a file is one."],
  [
    "ObjectExpression > SpreadElement > ObjectExpression",
    "A literal is spread only to pack lines: write its properties where they belong.",
  ],
];
const castsToNever = [
  [
    "TSAsExpression > TSNeverKeyword.typeAnnotation",
    "`as never` goes where nothing fits, and hides why: give the value its type, or change the one that refuses it.",
  ],
];
const everyTestRuns = "Every test runs, every time.";
const modifiers = "[property.name=/^(skip|skipIf|runIf|only|todo|fails)$/]";
const passedOver = [
  [`MemberExpression[object.name=/^(it|test|describe|suite|bench)$/]${modifiers}`, everyTestRuns],
  [
    `MemberExpression[object.object.name=/^(it|test|describe|suite|bench)$/]${modifiers}`,
    everyTestRuns,
  ],
  ["CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]", everyTestRuns],
];
const skippedFromWithin = [
  [
    "CallExpression[callee.property.name='skip'][callee.object.name!=/^(it|test|describe|suite|bench)$/]",
    everyTestRuns,
  ],
];
const opened =
  "Only openSession decides whether a right credential opens a session, and what withholds it.";
const onSessions = ":matches([object.name='sessions'], [object.property.name='sessions'])";
const insertedSessions = [[`MemberExpression[property.name='insert']${onSessions}`, opened]];
const renewedSessions = [[`MemberExpression[property.name='renew']${onSessions}`, opened]];
const ban = (...groups) => [
  "error",
  ...groups.flat().map(([selector, message]) => ({ selector, message })),
];

/** What is banned in every source of the product. */
const inSources = [...ambient, ...rawSql, ...shape, ...castsToNever, ...passedOver];

const GLOBALS_OF_NODE = [
  "AbortController",
  "process",
  "console",
  "performance",
  "module",
  "require",
  "__dirname",
  "URL",
  "URLSearchParams",
  "Buffer",
  "setInterval",
  "setTimeout",
  "clearTimeout",
  "fetch",
];

export default ts.config(
  {
    ignores: [
      "**/dist/",
      ".tools/",
      "**/data/",
      "examples/guide/.checked-*/",
      "examples/next/",
      // Only applications that `npm run prove scaffolds` makes have what these import.
      "packages/create-auth/templates/{next,react-router,sveltekit}/",
      "examples/*/test.mjs",
      "scripts/proofs/embedding/*/",
      "scripts/proofs/nodes/",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    ignores: TOOL_CONFIGS,
    extends: [ts.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // An adapter keeps its port's shape: an async method may have nothing to await.
      "@typescript-eslint/require-await": "off",
      // Under noUncheckedIndexedAccess `!` is the honest word for what a neighbouring line has
      // checked.
      "@typescript-eslint/no-non-null-assertion": "off",
      // `Record<never, never>` is how "nothing in here" is written.
      "@typescript-eslint/no-generated-empty-object-type": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // The compiler reports these.
      "@typescript-eslint/no-unused-vars": "off",
      "no-undef": "off",
    },
  },
  {
    files: ["**/*.{js,mjs,cjs}"],
    languageOptions: {
      globals: Object.fromEntries(GLOBALS_OF_NODE.map((name) => [name, "readonly"])),
    },
  },
  {
    plugins: { house: { rules: transactionRules }, "import-sort": importSort },
    rules: {
      // Node's modules, packages, then files, without a blank line between them.
      "import-sort/imports": ["error", { groups: [["^\\u0000", "^node:", "^@?\\w", "^", "^\\."]] }],
      "max-depth": ["error", 3],
      complexity: ["error", 12],
      // `tx` and `world`, which every step has, are among them.
      "max-params": ["error", 4],
      // The closure that builds a feature, with its use cases.
      "max-lines-per-function": ["error", { max: 120, skipComments: true }],
      "no-restricted-syntax": ban(inSources, insertedSessions, renewedSessions),
      "no-restricted-globals": [
        "error",
        {
          name: "crypto",
          message: "Chance, digests and keys come through ports (Random, Digest, Sealer).",
        },
      ],
      "no-restricted-imports": ["error", { paths: ambientImports }],
    },
  },
  {
    files: [
      "packages/core/src/{operators,lifecycle,sign-in,organizations,account,background}/**/*.ts",
      ...featurePackages.map((name) => `packages/${name}/src/*.ts`),
    ],
    ignores: TESTS,
    rules: { "house/environment-in-its-place": "error" },
  },
  {
    files: ["core", ...featurePackages].map((name) => `packages/${name}/src/**/*.ts`),
    ignores: TESTS,
    rules: { "house/one-transaction": "error", "house/no-procedure-in-transaction": "error" },
  },
  {
    // The entry points are lists of names, sorted by file and then by name.
    files: ["packages/core/src/{index,store,texts,providers,surface}.ts"],
    rules: { "import-sort/exports": "error" },
  },
  {
    // An id is minted as what its caller names: `random.id<UserId>()`.
    files: [
      "packages/core/src/kernel/ids.ts",
      "packages/core/src/p{orts,latform}/*random.ts",
      "packages/testing/src/seeded-random.ts",
    ],
    rules: { "@typescript-eslint/no-unnecessary-type-parameters": "off" },
  },
  {
    files: [...RUNTIME_ROOMS, ...SUITES],
    rules: {
      "no-restricted-globals": "off",
      "no-restricted-imports": "off",
      "no-restricted-syntax": ban(
        rawSql,
        shape,
        castsToNever,
        passedOver,
        insertedSessions,
        renewedSessions,
      ),
    },
  },
  {
    files: SUITES,
    rules: { "no-restricted-syntax": ban(rawSql, shape, castsToNever, passedOver) },
  },
  {
    files: ["packages/core/src/account/session/open-session.ts"],
    rules: { "no-restricted-syntax": ban(inSources) },
  },
  {
    // The session goes on as it was, under a new token.
    files: ["packages/core/src/account/session/renew-token.ts"],
    rules: {
      "no-restricted-syntax": ban(inSources, insertedSessions),
    },
  },
  {
    files: ["packages/kysely/src/migrations/**"],
    rules: { "no-restricted-syntax": ban(ambient, shape, castsToNever, passedOver) },
  },
  {
    files: ["packages/kysely/src/stores/**", "packages/*/src/kysely/**"],
    rules: {
      "no-restricted-syntax": ban(ambient, rawSql, dialects, shape, castsToNever, passedOver),
    },
  },
  // A suite is a list of what holds, read one sentence at a time.
  { files: [...TESTS, ...SUITES], rules: { "max-lines-per-function": "off" } },
  {
    files: TESTS,
    rules: {
      "no-restricted-globals": "off",
      "no-restricted-imports": "off",
      "no-restricted-syntax": ban(shape, passedOver, skippedFromWithin),
    },
  },
  {
    // The test runner of Node waits for its tests by itself.
    files: ["packages/create-auth/templates/**/auth-test.ts"],
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: "it", package: "node:test" }] },
      ],
    },
  },
  {
    files: TOOL_CONFIGS,
    languageOptions: { parser: ts.parser },
    rules: { "no-restricted-syntax": "off" },
  },
);
