import {
  APPLE,
  appleClientSecret,
  ATLASSIAN,
  DISCORD,
  FACEBOOK,
  GITHUB,
  GITLAB,
  GOOGLE,
  LINKEDIN,
  MICROSOFT,
  NOTION,
  type OAuth2Preset,
  type OAuth2ProviderOptions,
  type OpenIdPreset,
  type OpenIdProviderOptions,
  SLACK,
  SPOTIFY,
  TWITCH,
  X,
  ZOOM,
} from "@acme/auth-core/providers";
import { getDomainWithoutSuffix } from "tldts";
import type { Finding } from "./findings.js";
import { DEFAULT_SCOPES, PROVIDER_VARIABLES } from "./provider-variables.js";
import {
  type Environment,
  readVariable,
  settingOf,
  type SettingsOf,
  textOf,
  type Variable,
} from "./variable.js";

/**
 * An external provider, as `oauth2Provider` takes it when it has endpoints, and `openIdProvider`
 * otherwise.
 */
export type IdentityProviderConfig = OpenIdProviderOptions | OAuth2ProviderOptions;

/** What the variables of one provider say. */
export type ProviderSettings = SettingsOf<typeof PROVIDER_VARIABLES>;

/**
 * The settings of one provider, each read by what stands behind `IDP_` and the name in its
 * variable.
 */
export const providerSettings = (
  read: (end: string, variable: Variable) => unknown,
): ProviderSettings =>
  Object.fromEntries(
    Object.entries<Variable>(PROVIDER_VARIABLES).map(([end, variable]) => [
      settingOf(end),
      read(end, variable),
    ]),
  ) as ProviderSettings;

type Preset = OpenIdPreset | OAuth2Preset;

/** The names for which nothing but a client needs to be configured. */
export const PRESETS = {
  GOOGLE,
  GITHUB,
  MICROSOFT,
  GITLAB,
  APPLE,
  ATLASSIAN,
  DISCORD,
  FACEBOOK,
  LINKEDIN,
  NOTION,
  SLACK,
  SPOTIFY,
  TWITCH,
  X,
  ZOOM,
} as const satisfies Record<string, Preset>;

const ENDS = Object.keys(PROVIDER_VARIABLES);
const NAMED = new RegExp(`^IDP_(.+)_(${ENDS.join("|")})$`);
const NAME = /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/;
const MAX_NAME_LENGTH = 32;

const problem = (text: string): Finding => ({ severity: "problem", text });
const warning = (text: string): Finding => ({ severity: "warning", text });

/** Returns every variable that a provider named here, or a preset, may have. */
export const namedVariables = (env: Environment): readonly string[] =>
  [...new Set([...Object.keys(PRESETS), ...namesIn(Object.keys(env))])].flatMap((name) =>
    ENDS.map((end) => `IDP_${name}_${end}`),
  );

/**
 * A provider's name comes from `IDP_<NAME>_CLIENT_ID` only: other variables may end alike and name
 * none.
 */
const namesIn = (variables: readonly string[]): readonly string[] =>
  variables
    .flatMap((variable) => {
      const [, name = "", end] = NAMED.exec(variable) ?? [];
      return end === "CLIENT_ID" ? [name] : [];
    })
    .sort();

/**
 * The providers of `IDP_<NAME>_…`, in the order of their names, and what is wrong with them.
 * Nothing more is said of `misspelt`.
 */
export function readProviders(
  env: Environment,
  misspelt: readonly string[],
): {
  readonly providers: readonly IdentityProviderConfig[];
  readonly findings: readonly Finding[];
} {
  const present = Object.keys(env).filter((variable) => textOf(env, variable) !== null);
  const names = namesIn(present);
  const readings = names.map((name) => readProvider(env, name));
  return {
    providers: readings.flatMap(({ provider }) => (provider ? [provider] : [])),
    findings: [
      ...readings.flatMap(({ findings }) => findings),
      ...orphansIn(
        present.filter((variable) => !misspelt.includes(variable)),
        names,
      ),
    ],
  };
}

interface ReadProvider {
  readonly provider: IdentityProviderConfig | null;
  readonly findings: readonly Finding[];
}

function readProvider(env: Environment, name: string): ReadProvider {
  const refused = (...texts: readonly string[]) => ({
    provider: null,
    findings: texts.map(problem),
  });
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH)
    return refused(
      `IDP_${name}_CLIENT_ID must name its provider by 1 to ${MAX_NAME_LENGTH} of A-Z, 0-9 and single _ between them`,
    );
  const faults: string[] = [];
  const settings = providerSettings((end, variable) => {
    const reading = readVariable(variable, textOf(env, `IDP_${name}_${end}`), env);
    if ("value" in reading) return reading.value;
    faults.push(`IDP_${name}_${end} ${reading.fault}`);
    return null;
  });
  if (faults.length > 0) return refused(...faults);
  const unfit = unfitIn(name, settings);
  if (unfit !== null) return refused(unfit);
  const id = name.toLowerCase().replaceAll("_", "-");
  return { provider: providerOf({ id, preset: presetOf(name) }, settings), findings: [] };
}

const presetOf = (name: string): Preset | null =>
  Object.entries(PRESETS).find(([known]) => known === name)?.[1] ?? null;

type Fault = readonly [found: boolean, text: string];

/** The variables of the key with which Apple's client secret is made. */
function keyOf(name: string, { teamId, keyId, privateKey }: ProviderSettings) {
  const names = `IDP_${name}_TEAM_ID, IDP_${name}_KEY_ID and IDP_${name}_PRIVATE_KEY`;
  return { names, values: [teamId, keyId, privateKey] };
}

function faultsOfApple(name: string, settings: ProviderSettings): readonly Fault[] {
  const { names, values } = keyOf(name, settings);
  return [
    [values.includes(null), `${names} must all be set`],
    [
      settings.clientSecret !== null,
      `IDP_${name}_CLIENT_SECRET must not be set: it is made with IDP_${name}_PRIVATE_KEY`,
    ],
  ];
}

function faultsOfSecret(name: string, settings: ProviderSettings): readonly Fault[] {
  const { names, values } = keyOf(name, settings);
  return [
    [values.some((value) => value !== null), `${names} are for IDP_APPLE_CLIENT_ID only`],
    [
      settings.clientSecret === null,
      `IDP_${name}_CLIENT_ID and IDP_${name}_CLIENT_SECRET must both be set, or neither`,
    ],
  ];
}

/** Returns what is wrong between the variables of one provider. */
function unfitIn(name: string, settings: ProviderSettings): string | null {
  const preset = presetOf(name);
  const endpoints = [settings.authorizationUrl, settings.tokenUrl, settings.userinfoUrl];
  const isPlain = endpoints.some((url) => url !== null);
  const hasIssuer = settings.issuer !== null;
  const urls = `IDP_${name}_AUTHORIZATION_URL, IDP_${name}_TOKEN_URL and IDP_${name}_USERINFO_URL`;
  const faults: readonly Fault[] = [
    ...(preset === APPLE ? faultsOfApple : faultsOfSecret)(name, settings),
    [isPlain && endpoints.includes(null), `${urls} must all be set, or none`],
    [
      hasIssuer && (isPlain || hasEndpoints(preset)),
      `IDP_${name}_ISSUER must not be set for a provider without discovery`,
    ],
    [
      isPlain && preset !== null && !hasEndpoints(preset),
      `${urls} must not be set for a provider with an issuer`,
    ],
    [
      !hasIssuer && !isPlain && preset === null,
      `IDP_${name}_ISSUER is required, or else ${urls}: only ${Object.keys(PRESETS).join(", ")} are known by name`,
    ],
  ];
  return faults.find(([found]) => found)?.[1] ?? null;
}

const hasEndpoints = (preset: Preset | null): preset is OAuth2Preset =>
  preset !== null && "endpoints" in preset;

/** Variables that belong to a provider which nothing names. */
function orphansIn(present: readonly string[], names: readonly string[]): readonly Finding[] {
  return present.flatMap((variable) => {
    const [, name = "", end] = NAMED.exec(variable) ?? [];
    if (end === undefined || end === "CLIENT_ID" || names.includes(name)) return [];
    return end === "CLIENT_SECRET"
      ? [problem(`${variable} is set, but IDP_${name}_CLIENT_ID is not`)]
      : [warning(`${variable} has no effect, because IDP_${name}_CLIENT_ID is not set`)];
  });
}

/**
 * Builds the options of a provider whose variables fit together. What they do not say is the
 * preset's.
 */
export function providerOf(
  { id, preset }: { readonly id: string; readonly preset: Preset | null },
  settings: ProviderSettings,
): IdentityProviderConfig {
  const place = placeOf(preset, settings);
  const url = "issuer" in place ? place.issuer : place.endpoints.authorization;
  return {
    ...preset,
    ...place,
    id,
    name: settings.name ?? preset?.name ?? nameFromHost(url),
    clientId: settings.clientId ?? "",
    clientSecret: clientSecretOf(settings),
    scopes: settings.scopes ?? preset?.scopes ?? DEFAULT_SCOPES.split(" "),
  };
}

/** The secret of the variables, or for Apple what makes it. */
function clientSecretOf({
  clientSecret,
  teamId,
  keyId,
  privateKey,
}: ProviderSettings): IdentityProviderConfig["clientSecret"] {
  if (teamId && keyId && privateKey) return appleClientSecret({ teamId, keyId, privateKey });
  return clientSecret ?? "";
}

/** Where the provider is: at three endpoints, or wherever its issuer says. */
function placeOf(
  preset: Preset | null,
  { issuer, authorizationUrl, tokenUrl, userinfoUrl }: ProviderSettings,
): Pick<OAuth2Preset, "endpoints"> | Pick<OpenIdPreset, "issuer"> {
  if (authorizationUrl && tokenUrl && userinfoUrl)
    return {
      endpoints: { authorization: authorizationUrl, token: tokenUrl, userinfo: userinfoUrl },
    };
  if (hasEndpoints(preset)) return { endpoints: preset.endpoints };
  return { issuer: issuer ?? preset?.issuer ?? "" };
}

/** `https://accounts.google.com` → `Google`. */
function nameFromHost(url: string): string {
  const word = getDomainWithoutSuffix(url) ?? new URL(url).hostname;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
