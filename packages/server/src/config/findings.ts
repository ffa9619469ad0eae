import { IN_MEMORY, isLoopback } from "./addresses.js";
import { isPlaceholder } from "./secret-text.js";
import type { Settings, VariableName } from "./variables.js";

/**
 * A message for the operator. A problem keeps the server from starting; a warning does not. No
 * message contains a value.
 */
export interface Finding {
  readonly severity: "problem" | "warning";
  readonly text: string;
}

/**
 * The settings that were read without a fault. A variable with a fault is absent, so that it is
 * reported once.
 */
export type Draft = Partial<Settings>;

const problem = (text: string): Finding => ({ severity: "problem", text });
const warning = (text: string): Finding => ({ severity: "warning", text });
type Rule = (draft: Draft) => readonly Finding[];

/** Returns what is wrong between variables that are right by themselves. */
export const findingsAcross = (draft: Draft): readonly Finding[] =>
  RULES.flatMap((rule) => rule(draft));

const inProduction = ({ nodeEnv }: Draft): boolean => nodeEnv === "production";

const httpsInProduction: Rule = (draft) => {
  if (!inProduction(draft)) return [];
  const urlsByName: readonly (readonly [VariableName, readonly string[]])[] = [
    ["SERVICE_AUTH_URL", draft.serviceAuthUrl ? [draft.serviceAuthUrl] : []],
    ["APP_URL", draft.appUrl ? [draft.appUrl] : []],
    ["APP_HOME_URL", draft.appHomeUrl ? [draft.appHomeUrl] : []],
    ["TRUSTED_ORIGINS", draft.trustedOrigins ?? []],
  ];
  return urlsByName.flatMap(([name, urls]) => {
    const plain = urls.filter((url) => url.startsWith("http:"));
    if (plain.some((url) => !isLoopback(url)))
      return [problem(`${name} must be https in production`)];
    return plain.length > 0
      ? [warning(`${name} is http on this machine; no other machine can use it`)]
      : [];
  });
};

/** Other machines read mails and pages, and none of them reaches a logo on this one. */
const logosInProduction: Rule = (draft) =>
  inProduction(draft)
    ? [
        { name: "BRAND_LOGO_URL", url: draft.brandLogoUrl },
        { name: "BRAND_LOGO_DARK_URL", url: draft.brandLogoDarkUrl },
      ].flatMap(({ name, url }) =>
        url?.startsWith("http:") ? [problem(`${name} must be https in production`)] : [],
      )
    : [];

/**
 * A mode that is meant: anything else, such as "Production", would run without the checks of
 * production.
 */
const MODES = ["production", "development", "test"];

/** Without a word, a public service would take samples for secrets and print its mails. */
const namedMode: Rule = ({ nodeEnv, serviceAuthUrl }) =>
  MODES.every((mode) => mode !== nodeEnv) &&
  serviceAuthUrl?.startsWith("https:") &&
  !isLoopback(serviceAuthUrl)
    ? [
        problem(
          "NODE_ENV is required with a public SERVICE_AUTH_URL, spelled exactly so: set NODE_ENV=production, or NODE_ENV=development if it is meant to run without the checks of production",
        ),
      ]
    : [];

const realSecrets: Rule = (draft) => {
  if (!inProduction(draft)) return [];
  const advice =
    "must be random in production: this one repeats itself or is a sample (openssl rand -base64 32)";
  return [
    ...(draft.serviceAuthSecret && isPlaceholder(draft.serviceAuthSecret)
      ? [problem(`SERVICE_AUTH_SECRET ${advice}`)]
      : []),
    ...(draft.serviceAuthPreviousSecrets?.some(isPlaceholder)
      ? [problem(`SERVICE_AUTH_PREVIOUS_SECRETS ${advice}`)]
      : []),
  ];
};

const identityProvider: Rule = (draft) => {
  const { idpClientId, idpClientSecret, idpAuthorizationUrl, idpTokenUrl, idpUserinfoUrl } = draft;
  const endpoints = [idpAuthorizationUrl, idpTokenUrl, idpUserinfoUrl];
  const findings: Finding[] = [];
  if (
    idpClientId !== undefined &&
    idpClientSecret !== undefined &&
    (idpClientId === null) !== (idpClientSecret === null)
  ) {
    findings.push(problem("IDP_CLIENT_ID and IDP_CLIENT_SECRET must both be set, or neither"));
  }
  if (endpoints.includes(null) && endpoints.some((url) => url !== null)) {
    findings.push(
      problem("IDP_AUTHORIZATION_URL, IDP_TOKEN_URL and IDP_USERINFO_URL must all be set, or none"),
    );
  }
  return findings;
};

/** Two providers under one id would be taken for each other. */
export const repeatedIds = (
  { idpClientId, idpId }: Draft,
  named: readonly { readonly id: string }[],
): readonly Finding[] =>
  idpClientId && named.some(({ id }) => id === idpId)
    ? [problem("IDP_ID must not be the id of a provider that IDP_<NAME>_CLIENT_ID adds")]
    : [];

const mailServer: Rule = ({ smtpUrl, mailFrom, ...draft }) =>
  smtpUrl && mailFrom === null && !inProduction(draft)
    ? [problem("MAIL_FROM is required together with SMTP_URL")]
    : [];

const sharedDatabase: Rule = ({ databaseUrl, webConcurrency = 1 }) =>
  databaseUrl?.engine === "sqlite" && databaseUrl.file === IN_MEMORY && webConcurrency > 1
    ? [
        problem(
          "WEB_CONCURRENCY must be 1 while DATABASE_URL is in memory, because processes cannot share it",
        ),
      ]
    : [];

const ownPort: Rule = ({ serviceAuthUrl, port }) => {
  if (!serviceAuthUrl || !port || !isLoopback(serviceAuthUrl)) return [];
  const named = new URL(serviceAuthUrl).port;
  return named !== "" && Number(named) !== port
    ? [
        warning(
          `SERVICE_AUTH_URL names port ${named} of this machine, but PORT is ${port}: links and the front end will use port ${named}`,
        ),
      ]
    : [];
};

const metricsPort: Rule = ({ port, metricsPort }) =>
  metricsPort && metricsPort === port
    ? [problem("METRICS_PORT must not be PORT: metrics are not for the public")]
    : [];

const RULES: readonly Rule[] = [
  ownPort,
  metricsPort,
  httpsInProduction,
  logosInProduction,
  namedMode,
  realSecrets,
  identityProvider,
  mailServer,
  sharedDatabase,
];
