import { POLICY } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { FEATURE_SERVERS } from "../features/features.js";
import { accountPageFindings, accountPagesOf } from "./account-pages.js";
import { type Draft, type Finding, findingsAcross, repeatedIds } from "./findings.js";
import { type FrontEnd, frontEndFindings, frontEndOf } from "./front-end.js";
import { misspeltNames, nearMisses } from "./misspelt-names.js";
import { policyFindings } from "./product-policy.js";
import {
  type IdentityProviderConfig,
  namedVariables,
  providerOf,
  providerSettings,
  readProviders,
} from "./providers.js";
import { renamedVariables } from "./renamed-variables.js";
import { type Environment, readVariable, settingOf, textOf } from "./variable.js";
import { type Settings, VARIABLES } from "./variables.js";

export type { Database, Mailbox } from "./addresses.js";
export type { IdentityProviderConfig } from "./providers.js";
export type { Environment, Variable } from "./variable.js";
export { type VariableName, VARIABLES } from "./variables.js";

/** Every setting, with the defaults that depend on other settings. */
export interface Config
  extends
    FrontEnd,
    Omit<
      Settings,
      | Extract<keyof Settings, `idp${string}`>
      | "appUrl"
      | "rpId"
      | "rpName"
      | "passwordBlocklist"
      | "docsViewer"
      | "sessionIdleDays"
      | "nodeEnv"
    > {
  readonly production: boolean;
  /** Whether `/docs` is a viewer. */
  readonly docsViewer: boolean;
  readonly rpId: string;
  readonly rpName: string;
  readonly sessionIdleDays: number;
  readonly passwordBlocklist: "refuse" | "warn" | "off";
  readonly identityProviders: readonly IdentityProviderConfig[];
}

/**
 * The configuration cannot be used. Has every problem, each with the name of its variable and
 * without its value.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

/**
 * Reads the whole configuration from `env`; an empty variable counts as not set. Throws a
 * `ConfigError`.
 */
export function readConfig(env: Environment): {
  readonly config: Config;
  readonly warnings: readonly string[];
} {
  const { draft, findings: own } = readVariables(env);
  const known = [...Object.keys(VARIABLES), ...namedVariables(env)];
  const misspelt = misspeltNames(Object.keys(env), known);
  const named = readProviders(
    env,
    misspelt.map(({ name }) => name),
  );
  const findings: readonly Finding[] = [
    ...own,
    ...renamedVariables((name) => textOf(env, name) !== null).map((text) => ({
      severity: "problem" as const,
      text,
    })),
    ...misspelt.map(({ name, meant }) => ({
      severity: "problem" as const,
      text: `${name} is not known; did you mean ${meant}?`,
    })),
    ...nearMisses(Object.keys(env), known).map(({ name, meant }) => ({
      severity: "warning" as const,
      text: `${name} is not known and has no effect; did you mean ${meant}?`,
    })),
    ...named.findings,
    ...findingsAcross(draft),
    ...frontEndFindings(draft),
    ...accountPageFindings(draft),
    ...repeatedIds(draft, named.providers),
    ...policyFindings(draft, named.providers),
    ...FEATURE_SERVERS.flatMap(({ problems }) => problems(draft)).map((text) => ({
      severity: "problem" as const,
      text,
    })),
  ];
  const of = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).map(({ text }) => text);
  const problems = of("problem");
  if (problems.length > 0) throw new ConfigError(problems);
  return { config: complete(draft as Settings, named.providers), warnings: of("warning") };
}

function readVariables(env: Environment): {
  readonly draft: Draft;
  readonly findings: readonly Finding[];
} {
  const draft: Record<string, unknown> = {};
  const findings: Finding[] = [];
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const reading = readVariable(variable, textOf(env, name), env);
    if ("fault" in reading)
      findings.push({ severity: "problem", text: `${name} ${reading.fault}` });
    else draft[settingOf(name)] = reading.value;
  }
  return { draft, findings };
}

/** Days without use after which a session ends, where that is not configured. */
const SESSION_IDLE_DAYS = POLICY.sessionIdle.value / DAY;

function complete(
  { rpId, rpName, passwordBlocklist, docsViewer, nodeEnv, ...settings }: Settings,
  providers: readonly IdentityProviderConfig[],
): Config {
  const production = nodeEnv === "production";
  const frontEnd = frontEndOf({ ...settings, nodeEnv });
  return {
    ...settings,
    ...accountPagesOf(settings),
    ...frontEnd,
    production,
    docsViewer: docsViewer ?? !production,
    sessionIdleDays: settings.sessionIdleDays ?? Math.min(SESSION_IDLE_DAYS, settings.sessionDays),
    rpId: rpId?.toLowerCase() ?? new URL(frontEnd.appUrl).hostname,
    rpName: rpName ?? settings.appName,
    passwordBlocklist: passwordBlocklist ?? (production ? "refuse" : "warn"),
    identityProviders: identityProvidersOf(settings, providers),
  };
}

/** The providers of `IDP_…` and of `IDP_<NAME>_…`. */
function identityProvidersOf(
  settings: Omit<Settings, "nodeEnv" | "rpId" | "rpName" | "passwordBlocklist" | "docsViewer">,
  named: readonly IdentityProviderConfig[],
): readonly IdentityProviderConfig[] {
  if (settings.idpClientId === null) return named;
  const own = providerSettings(
    (end) => settings[settingOf(`IDP_${end}`) as keyof typeof settings] ?? null,
  );
  return [providerOf({ id: settings.idpId, preset: null }, own), ...named];
}
