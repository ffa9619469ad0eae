import type { AuthOptions } from "../auth-options.js";
import type { AnyFeature } from "../feature.js";
import { BRAND_RULES } from "../kernel/app-brand.js";
import type { Links } from "../ports/links.js";
import { decodeSecret, SECRET_SHAPE } from "./key-ring.js";

/**
 * The options without which nothing works, and the brand. Nothing is known of them yet: an
 * application may be written without types.
 */
type Unchecked = {
  readonly [
    Name in "store" | "mailer" | "links" | "secret" | "previousSecrets" | "brand"
  ]?: unknown;
};

const URLS = ["service", "home"] as const satisfies readonly (keyof Links)[];
const BUILDERS = [
  "page",
  "verifyEmail",
  "resetPassword",
  "confirmEmailChange",
  "magicLink",
  "invitation",
  "exportDownload",
  "oauthCallback",
] as const satisfies readonly (keyof Links)[];

/**
 * Names every option that is missing or unfit, all at once, and never its value.
 * @throws {RangeError} unless the required options can work, and the brand can be shown
 */
export function checkOptions(options: AuthOptions<readonly AnyFeature[]>): void {
  const { store, mailer, links, secret, previousSecrets = [], brand }: Unchecked = options;
  const problems = [
    ...storeProblems(store),
    ...mailerProblems(mailer),
    ...linksProblems(links),
    ...secretProblems([secret, ...(isList(previousSecrets) ? previousSecrets : [null])]),
    ...brandProblems(brand),
  ];
  if (problems.length > 0) throw new RangeError(`createAuth: ${problems.join("; ")}`);
}

const isList = (option: unknown): option is readonly unknown[] => Array.isArray(option);

const memberOf = (option: unknown, name: string): unknown =>
  typeof option === "object" && option !== null ? Reflect.get(option, name) : undefined;

const withoutFunctions = (option: unknown, names: readonly string[]): readonly string[] =>
  names.filter((name) => typeof memberOf(option, name) !== "function");

/** Returns what is wrong with an option that must have functions of these names. */
function unfit(
  [name, option]: readonly [name: string, option: unknown],
  functions: readonly string[],
  advice: string,
): readonly string[] {
  if (option === undefined || option === null) return [`${name} is missing: ${advice}`];
  const absent = withoutFunctions(option, functions);
  return absent.length > 0 ? [`${name} has no ${absent.join(", ")}: ${advice}`] : [];
}

const storeProblems = (store: unknown): readonly string[] =>
  unfit(
    ["store", store],
    ["transaction", "sweep"],
    "make it with createSqliteStore of @acme/auth-kysely/sqlite or createPostgresStore of @acme/auth-kysely/postgres",
  );

const mailerProblems = (mailer: unknown): readonly string[] =>
  unfit(
    ["mailer", mailer],
    ["deliver"],
    "make it with createSmtpMailer of @acme/auth-nodemailer, or give an object with deliver(mail)",
  );

function linksProblems(links: unknown): readonly string[] {
  const advice = "take the links of createSite of @acme/auth-http or @acme/auth-express";
  const problems = unfit(["links", links], BUILDERS, advice);
  if (problems.length > 0) return problems;
  return URLS.filter((name) => !isUrl(memberOf(links, name))).map(
    (name) => `links.${name} is no URL: ${advice}`,
  );
}

/** What is wrong with the parts of the brand that are given. */
const brandProblems = (brand: unknown): readonly string[] =>
  Object.entries(BRAND_RULES).flatMap(([name, [isFit, shape]]) => {
    const part = memberOf(brand, name);
    return part === undefined || isFit(part) ? [] : [`brand.${name} ${shape}`];
  });

const isUrl = (text: unknown): boolean => typeof text === "string" && URL.canParse(text);

/** Secrets are counted as they are configured: `secret` first, then the earlier ones. */
const secretProblems = (secrets: readonly unknown[]): readonly string[] =>
  secrets.flatMap((secret, index) => {
    const name = index === 0 ? "secret" : `secret ${index + 1} (of previousSecrets)`;
    if (index === 0 && (secret === undefined || secret === ""))
      return [`secret is missing: make one with \`openssl rand -base64 32\``];
    return typeof secret === "string" && decodeSecret(secret)
      ? []
      : [`${name} must be ${SECRET_SHAPE}`];
  });
