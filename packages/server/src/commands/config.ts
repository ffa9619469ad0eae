import {
  type Config,
  ConfigError,
  type Environment,
  readConfig,
  type Variable,
  VARIABLES,
} from "../config/config.js";
import { envFileVariables } from "../config/env-file.js";
import { PROVIDER_VARIABLES } from "../config/provider-variables.js";
import { namedVariables } from "../config/providers.js";
import { settingOf } from "../config/variable.js";
import { type Answer, EXIT, type Invocation } from "./command.js";
import { layOut } from "./layout.js";

/** One variable as it takes effect. */
interface Setting {
  readonly name: string;
  /** Null when it is not set and has no default. A secret shows only that it is set. */
  readonly value: string | null;
  readonly source: "environment" | ".env" | "default" | "unset";
}

/** The settings whose defaults depend on others. */
type DependentDefault =
  "appUrl" | "docsViewer" | "rpId" | "rpName" | "passwordBlocklist" | "sessionIdleDays";

const HIDDEN = "(hidden)";

/**
 * Shows every variable as it takes effect, and what is wrong with them. While something is wrong,
 * nothing takes effect: a default that depends on others is in words then.
 */
export async function showConfig({ env }: Invocation): Promise<Answer> {
  const { config, problems, warnings } = findingsOf(env);
  const inFile = envFileVariables();
  const settings: readonly Setting[] = [
    ...Object.entries(VARIABLES),
    ...providerVariables(env),
  ].map(([name, variable]) => {
    const own = env[name]?.trim();
    if (!own) return defaultOf(name, variable, config);
    // What is set in the environment wins; where both say the same, the file is where it is written
    // down.
    const source = own === inFile[name]?.trim() ? ".env" : "environment";
    return { name, value: shown(variable, own), source };
  });
  const rows = settings.map(({ name, value, source }) => [name, source, value]);
  const lines = [
    ...(config ? [describeFrontEnd(config)] : []),
    ...problems.map((problem) => `problem: ${problem}`),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
  return {
    json: { settings, frontEnd: config && frontEndIn(config), problems, warnings },
    // One row below the other would fill screens: a value that is too long for its line goes on in
    // the next.
    text: [{ verbatim: layOut({ head: ["VARIABLE", "FROM", "VALUE"], rows }, null) }, ...lines],
    exitCode: problems.length > 0 ? EXIT.failed : EXIT.done,
  };
}

/** Where people are, whose their passkeys are, and whether the service has the pages there. */
const frontEndIn = ({ appUrl, rpId, pages }: Config) => ({
  origin: new URL(appUrl).origin,
  rpId,
  pages: pages === "on",
});

function describeFrontEnd(config: Config): string {
  const { origin, rpId, pages } = frontEndIn(config);
  const whose = pages ? "the pages of this service answer there" : "an application of yours";
  return `front end: ${origin}, ${whose}; passkeys belong to ${rpId}`;
}

/** The variables of named providers that are set. */
const providerVariables = (env: Environment): readonly (readonly [string, Variable])[] =>
  namedVariables(env)
    .filter((name) => env[name]?.trim())
    .flatMap((name) =>
      Object.entries<Variable>(PROVIDER_VARIABLES)
        .filter(([end]) => name.endsWith(`_${end}`))
        .map(([, variable]) => [name, variable] as const),
    );

/**
 * Returns the configuration, null when it cannot be used; what is wrong with it, and what is
 * doubtful.
 */
export function findingsOf(env: Environment): {
  readonly config: Config | null;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
} {
  try {
    return { problems: [], ...readConfig(env) };
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown;
    return { config: null, problems: thrown.problems, warnings: [] };
  }
}

const shown = ({ secret }: Variable, text: string): string =>
  secret ? maskedSecret(text) : withoutCredentials(text);

/** The default of a variable that is not set; where it depends on others, what came of it. */
function defaultOf(
  name: string,
  { fallback, otherwise }: Variable,
  config: Config | null,
): Setting {
  const usual = fallback ?? otherwise?.replaceAll("`", "") ?? null;
  if (usual === null) return { name, value: null, source: "unset" };
  const inEffect = fallback === undefined ? config?.[settingOf(name) as DependentDefault] : null;
  return { name, value: String(inEffect ?? usual), source: "default" };
}

/**
 * A URL is shown without credentials, query and fragment, a SQLite file as it is; everything else
 * is hidden.
 */
function maskedSecret(text: string): string {
  if (text.startsWith("sqlite:")) return text;
  if (!/^(postgres(ql)?|smtps?):\/\//.test(text) || !URL.canParse(text)) return HIDDEN;
  const { protocol, host, pathname } = new URL(text);
  // What reads as a path is the rest of a password whose slash is not encoded.
  if (pathname.includes("@")) return HIDDEN;
  return `${protocol}//${host}${pathname}`;
}

/**
 * A variable that is no secret may hold a URL with a password in it; the configuration refuses it,
 * and it is not shown.
 */
const withoutCredentials = (text: string): string => text.replace(/\/\/[^\s,]*@/g, "//");
