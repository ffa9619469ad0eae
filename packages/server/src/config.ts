import { getDomainWithoutSuffix } from "tldts";
import { type Draft, type Finding, findingsAcross } from "./config/findings.js";
import { misspeltNames } from "./config/misspelt-names.js";
import {
  type Settings,
  settingOf,
  type Variable,
  type VariableName,
  VARIABLES,
} from "./config/variables.js";

export type { Database, Mailbox } from "./config/addresses.js";
export { VARIABLES, type Variable, type VariableName } from "./config/variables.js";

type ProviderSettings = Pick<Settings, Extract<keyof Settings, `idp${string}`>>;
type Complete<T> = { readonly [Key in keyof T]: NonNullable<T[Key]> };

/** The one external provider that can be configured; `endpoints` is null where they are discovered from the issuer. */
export interface IdentityProviderConfig {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: Complete<ProviderSettings>["idpClientSecret"];
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly endpoints: {
    readonly authorization: string;
    readonly token: string;
    readonly userinfo: string;
  } | null;
}

/** Every setting, with the defaults that depend on other settings. */
export interface Config extends Omit<
  Settings,
  keyof ProviderSettings | "rpId" | "rpName" | "passwordBlocklist" | "nodeEnv"
> {
  readonly production: boolean;
  readonly rpId: string;
  readonly rpName: string;
  readonly passwordBlocklist: "refuse" | "warn" | "off";
  readonly identityProvider: IdentityProviderConfig | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration cannot be used. Has every problem, each with the name of its variable and without its value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

/** Reads the whole configuration from `env`; an empty variable counts as not set. Throws a `ConfigError`. */
export function readConfig(env: Environment): {
  readonly config: Config;
  readonly warnings: readonly string[];
} {
  const { draft, findings: own } = readVariables(env);
  const misspelt = misspeltNames(Object.keys(env), Object.keys(VARIABLES)).map(
    ({ name, meant }) => `${name} is not known; did you mean ${meant}?`,
  );
  const findings: readonly Finding[] = [
    ...own,
    ...misspelt.map((text) => ({ severity: "problem" as const, text })),
    ...findingsAcross(draft),
  ];
  const of = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).map(({ text }) => text);
  const problems = of("problem");
  if (problems.length > 0) throw new ConfigError(problems);
  return { config: complete(draft as Settings), warnings: of("warning") };
}

function readVariables(env: Environment): {
  readonly draft: Draft;
  readonly findings: readonly Finding[];
} {
  const draft: Record<string, unknown> = {};
  const findings: Finding[] = [];
  const production = env["NODE_ENV"]?.trim() === "production";
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    const value = env[name]?.trim();
    const text = value ? value : variable.fallback;
    const missing =
      !value &&
      (variable.required === "always" || (production && variable.required === "in production"));
    const reading = text === undefined ? { value: null } : variable.read(text);
    if (missing)
      findings.push({
        severity: "problem",
        text: `${name} is required${variable.required === "always" ? "" : " in production"}`,
      });
    else if ("fault" in reading)
      findings.push({ severity: "problem", text: `${name} ${reading.fault}` });
    else draft[settingOf(name as VariableName)] = reading.value;
  }
  return { draft, findings };
}

function complete({ rpId, rpName, passwordBlocklist, nodeEnv, ...settings }: Settings): Config {
  const production = nodeEnv === "production";
  return {
    ...settings,
    production,
    rpId: rpId?.toLowerCase() ?? new URL(settings.appUrl).hostname,
    rpName: rpName ?? settings.appName,
    passwordBlocklist: passwordBlocklist ?? (production ? "refuse" : "warn"),
    identityProvider: identityProviderOf(settings),
  };
}

function identityProviderOf(settings: ProviderSettings): IdentityProviderConfig | null {
  const { idpClientId, idpClientSecret, idpAuthorizationUrl, idpTokenUrl, idpUserinfoUrl } =
    settings;
  if (idpClientId === null || idpClientSecret === null) return null;
  const endpoints =
    idpAuthorizationUrl && idpTokenUrl && idpUserinfoUrl
      ? { authorization: idpAuthorizationUrl, token: idpTokenUrl, userinfo: idpUserinfoUrl }
      : null;
  return {
    id: settings.idpId,
    name: settings.idpName ?? nameFromHost(endpoints?.authorization ?? settings.idpIssuer),
    clientId: idpClientId,
    clientSecret: idpClientSecret,
    issuer: settings.idpIssuer,
    scopes: settings.idpScopes,
    endpoints,
  };
}

/** `https://accounts.google.com` → `Google`. */
function nameFromHost(url: string): string {
  const word = getDomainWithoutSuffix(url) ?? new URL(url).hostname;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
