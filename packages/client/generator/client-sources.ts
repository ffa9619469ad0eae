import { CORE_PERMISSIONS } from "@acme/auth-core";
import { openapiDocument, sections } from "@acme/auth-http";
import { format } from "prettier";
import {
  type ClientMethod,
  COMMON_CODES,
  methodText,
  type Operation,
  rowText,
  schemasOf,
} from "./operations.js";
import { comment, namesIn, type Schema, typeText } from "./type-text.js";

const FOLDER = "packages/client/src";
/** The file of what several groups name. */
const ENTITIES = "entities";

interface Group {
  /** As the client has it: `emailOtp`. */
  readonly name: string;
  readonly methods: readonly ClientMethod[];
}

/**
 * Returns the generated sources of `@acme/auth-client`, by path: the tables of routes and of pages,
 * and the types of what goes in and comes out.
 * @param note The comment that says that they are generated.
 * @param pagePaths The path of each page, by its name.
 */
export async function clientSources(
  note: string,
  pagePaths: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const document = await openapiDocument(sections, "https://auth.acme.example");
  const schemas = document.components.schemas as Readonly<Record<string, Schema>>;
  const groups = groupsOf(document.paths as Paths);
  const homes = homesOf(groups, schemas);
  const texts = {
    ...Object.fromEntries(
      groups.flatMap((group) => [
        [`surface/${fileOf(group.name)}`, groupText(group, schemas, homes)],
        [`routes/${fileOf(group.name)}`, groupRoutesText(group)],
      ]),
    ),
    [`surface/${ENTITIES}`]: entitiesText(schemas, homes),
    "surface/error-codes": errorCodesText(schemas["Error"]!),
    "surface/page-paths": pagePathsText(pagePaths),
    "surface/routes": routesText(groups),
    "surface/client": clientText(groups),
    routes: groupsText(groups),
  };
  const written = Object.entries(texts).map(async ([file, text]) => {
    const source = await format(`// ${note}\n\n${text}`, { parser: "typescript", printWidth: 100 });
    return [`${FOLDER}/${file}.ts`, source] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

function groupsOf(paths: Paths): readonly Group[] {
  // What other sites post to is no call of a front end.
  const called = sections.flatMap(({ routes }) => routes.filter(({ crossSite }) => !crossSite));
  const methods = called.map((route): ClientMethod => {
    const [group, name] = route.operationId.split(".") as [string, string];
    const operation = paths[route.path.replaceAll(/:(\w+)/g, "{$1}")]![route.method.toLowerCase()]!;
    return { group, name, route, operation };
  });
  const names = [...new Set(methods.map(({ group }) => group))].sort();
  return names.map((name) => ({ name, methods: methods.filter(({ group }) => group === name) }));
}

/** The file of each schema: that of the only group that names it, or the one of the entities. */
function homesOf(
  groups: readonly Group[],
  schemas: Readonly<Record<string, Schema>>,
): ReadonlyMap<string, string> {
  const named = groups.map(({ name, methods }) => ({
    file: fileOf(name),
    names: closure(methods.flatMap(schemasOf), schemas),
  }));
  return new Map(
    Object.keys(schemas).flatMap((name) => {
      const files = named.filter(({ names }) => names.has(name)).map(({ file }) => file);
      return files.length === 0 ? [] : [[name, files.length === 1 ? files[0]! : ENTITIES] as const];
    }),
  );
}

/** The names that these schemas name, and those that the named ones name. */
function closure(start: unknown, schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const found = new Set(namesIn(start));
  for (const name of found) for (const further of namesIn(schemas[name])) found.add(further);
  return found;
}

const fileOf = (group: string): string =>
  group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const interfaceOf = (group: string): string =>
  `${group.charAt(0).toUpperCase()}${group.slice(1)}Calls`;

/**
 * What an application widens by names of its own, so that a misspelt one does not compile. The
 * document can only say that it is a string.
 */
const WIDENED: Readonly<Record<string, string>> = {
  Permission: [
    ...Object.keys(CORE_PERMISSIONS).map((each) => JSON.stringify(each)),
    "OwnPermission",
  ].join(" | "),
};

/** What an application widens by its own fields of users: the schema, and the name of the fields. */
const EXTENDED: Readonly<Record<string, string>> = {
  User: "OwnShownFields",
  CurrentUserMeReply: "OwnShownFields",
  PasswordSignUpBody: "OwnSignUpFields",
  ProfileUpdateUserBody: "OwnUpdateUserFields",
};

/** What a file imports of the application's own names. */
function ownImport(names: readonly string[]): readonly string[] {
  const own = names.flatMap((name) => EXTENDED[name] ?? (name in WIDENED ? "OwnPermission" : []));
  return own.length === 0
    ? []
    : [`import type { ${[...new Set(own)].sort().join(", ")} } from "../own-names.js";`];
}

const extendsText = (name: string): string =>
  EXTENDED[name] === undefined ? "" : ` extends ${EXTENDED[name]}`;

type Homes = ReadonlyMap<string, string>;

function schemasText(
  file: string,
  schemas: Readonly<Record<string, Schema>>,
  homes: Homes,
): string {
  const own = Object.entries(schemas).filter(([name]) => homes.get(name) === file);
  return own
    .map(([name, schema]) => {
      // What comes back is the caller's to change; what goes in may be anybody's.
      const text =
        WIDENED[name] ?? (name.endsWith("Body") ? typeText(schema) : replyText(typeText(schema)));
      const head = comment([schema.description]);
      return schema.properties
        ? `${head}export interface ${name}${extendsText(name)} ${text}`
        : `${head}export type ${name} = ${text};`;
    })
    .join("\n");
}

/** No JSON has a field that is `undefined`. */
const replyText = (type: string): string =>
  type.replaceAll("readonly (", "(").replaceAll(" | undefined;", ";");

function entitiesText(schemas: Readonly<Record<string, Schema>>, homes: Homes): string {
  const names = Object.keys(schemas).filter((name) => homes.get(name) === ENTITIES);
  return [...ownImport(names), schemasText(ENTITIES, schemas, homes)].join("\n");
}

function groupText(
  { name, methods }: Group,
  schemas: Readonly<Record<string, Schema>>,
  homes: Homes,
): string {
  const file = fileOf(name);
  const own = Object.entries(schemas).filter(([each]) => homes.get(each) === file);
  const foreign = namesIn([methods.flatMap(schemasOf), own]).filter(
    (each) => homes.get(each) === ENTITIES,
  );
  const isOnlyOpened = methods.every((method) => rowText(method).startsWith("OPEN"));
  return [
    isOnlyOpened ? "" : `import type { CallOptions } from "../call-options.js";`,
    ...ownImport(own.map(([each]) => each)),
    foreign.length > 0
      ? `import type { ${foreign.sort().join(", ")} } from "./${ENTITIES}.js";`
      : "",
    `${comment([`The calls of \`client.${name}\`.`])}export interface ${interfaceOf(name)} { ${methods.map(methodText).join("\n")} }`,
    schemasText(file, schemas, homes),
  ].join("\n");
}

function errorCodesText({ properties = {} }: Schema): string {
  return `${comment(["The codes of the service's refusals."])}export type ServiceErrorCode = ${typeText(properties["code"]!)};`;
}

const pagePathsText = (paths: Readonly<Record<string, string>>): string =>
  `${comment(["The path of every page below that of the pages, by its name. A part `:name` is a parameter."])}export const PAGE_PATHS = ${JSON.stringify(paths)} as const;`;

const routesText = (groups: readonly Group[]): string => {
  const rows = groups.map(
    ({ name, methods }) =>
      `${name}: { ${methods.map((method) => `${method.name}: ${JSON.stringify(rowText(method))}`).join(", ")} }`,
  );
  return `${comment([
    "Every route: its HTTP method, its path, and where what the path does not name goes. `OPEN` is a URL for a browser to open. JSON answers, or a `page`; a `redirect` may lead to the front end.",
  ])}export const ROUTES = { ${rows.join(", ")} } as const;`;
};

/**
 * The routes of each group by themselves, in a plain object: every bundler leaves out those of a
 * group that a page does not call.
 */
function groupRoutesText({ name, methods }: Group): string {
  const calls = interfaceOf(name);
  const rows = methods.map((method) => `${method.name}: ${JSON.stringify(rowText(method))}`);
  return [
    `import type { Routes } from "../route.js";`,
    `import type { ${calls} } from "../surface/${fileOf(name)}.js";`,
    `${comment([`The routes of \`client.${name}\`.`])}export const ${name}: Routes<${calls}> = { ${rows.join(", ")} };`,
  ].join("\n");
}

const groupsText = (groups: readonly Group[]): string =>
  groups.map(({ name }) => `export { ${name} } from "./routes/${fileOf(name)}.js";`).join("\n");

function clientText(groups: readonly Group[]): string {
  const imports = groups.map(
    ({ name }) => `import type { ${interfaceOf(name)} } from "./${fileOf(name)}.js";`,
  );
  const members = groups.map(({ name, methods }) => {
    const titles = sections.filter(({ routes }) =>
      methods.some(({ route }) => routes.includes(route)),
    );
    return `${comment([titles.map(({ description }) => description).join(" ")])}readonly ${name}: ${interfaceOf(name)};`;
  });
  const files = [...groups.map(({ name }) => fileOf(name)), ENTITIES];
  return [
    ...imports,
    `${comment([
      "Every call of the service, in groups that are named as the operations of its OpenAPI document.",
      "",
      `Besides the codes that a call names, every call may throw an \`AuthClientError\` with ${COMMON_CODES.map((code) => `\`${code}\``).join(", ")}, \`UNREACHABLE\`, \`UNREADABLE\`, \`ABORTED\` or \`INVALID_CALL\`.`,
    ])}export interface AuthClient { ${members.join("\n")} }`,
    ...files.map((file) => `export type * from "./${file}.js";`),
  ].join("\n");
}
