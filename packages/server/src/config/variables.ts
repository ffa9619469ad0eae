import { POLICY } from "@acme/auth-core";
import { DAY, DEFAULT_BRAND } from "@acme/auth-core/surface";
import { FEATURE_SERVERS } from "../features/features.js";
import { joinRows } from "../features/join-rows.js";
import {
  database,
  DEFAULT_APP_URL,
  mailbox,
  origin,
  ownNetwork,
  pageAddress,
  relatedOrigin,
  serviceOrigin,
  smtpServer,
  trustedProxy,
  webAddress,
} from "./addresses.js";
import { partOfBrand } from "./brand-variables.js";
import { emailDomains, signInChoices } from "./product-readers.js";
import { DEFAULT_SCOPES, PROVIDER_VARIABLES } from "./provider-variables.js";
import { label, listOf, matching, oneOf, read, wholeNumber, yesOrNo } from "./reading.js";
import { secretText } from "./secret-text.js";
import type { SettingsOf, Variable } from "./variable.js";

const SECONDS = 1_000;
const seconds = ({ min, max }: { readonly min: number; readonly max: number }) =>
  wholeNumber(min / SECONDS, max / SECONDS);

/** The variables of the server without its features. */
const OWN_VARIABLES = {
  SERVICE_AUTH_SECRET: {
    read: secretText,
    required: "always",
    secret: true,
    doc: "Base64 of at least 32 random bytes (`openssl rand -base64 32`). Every key is derived from it.",
  },
  SERVICE_AUTH_PREVIOUS_SECRETS: {
    read: listOf(secretText),
    secret: true,
    doc: "Earlier secrets, newest first, comma-separated. What was made with them stays valid, so a rotation ends no session.",
  },
  SERVICE_AUTH_URL: {
    read: serviceOrigin,
    required: "always",
    doc: "The origin at which browsers reach this service. Cookies and mailed links follow its scheme and host, never those of a request.",
  },
  PAGES: {
    read: oneOf("on", "off"),
    fallback: "off",
    doc: "`on`: the service is its own front end, with ready pages for sign-in, account and organizations at `SERVICE_AUTH_URL`.",
  },
  APP_URL: {
    read: webAddress,
    otherwise: `\`${DEFAULT_APP_URL}\`, or \`SERVICE_AUTH_URL\` with \`PAGES=on\``,
    required: "in production with `PAGES=off`",
    doc: "The URL of the application's front end, with its path if it has one: mailed links lead below it. Its origin may call the service. With `PAGES=on` it need not be set.",
  },
  APP_HOME_URL: {
    read: webAddress,
    otherwise: "`/account` of the pages",
    doc: "With `PAGES=on`: the URL of your application, where people go after signing in. Its origin may call the service.",
  },
  TRUSTED_ORIGINS: {
    read: listOf(origin),
    doc: "Further origins whose pages may call the service, comma-separated.",
  },
  HSTS_INCLUDE_SUBDOMAINS: {
    read: yesOrNo,
    fallback: "false",
    doc: "Whether browsers must use https for every subdomain of `SERVICE_AUTH_URL` too. Set it only if all of them are yours and speak https.",
  },
  DOCS_VIEWER: {
    read: yesOrNo,
    otherwise: "on outside production",
    doc: "Whether `/docs` is a viewer that can try requests. Otherwise, and without script, it is a page to read.",
  },
  APP_NAME: { read: label, fallback: "Acme", doc: "What mails and pages call the application." },
  BRAND_COLOR: {
    read: partOfBrand("color"),
    fallback: DEFAULT_BRAND.color,
    doc: "Color of primary buttons in mails and on pages, as `#rrggbb`. Links and the rest are made of it so that every color can be read.",
  },
  BRAND_LOGO_URL: {
    read: partOfBrand("logoUrl"),
    otherwise: "a square of the color with the first letter of `APP_NAME`",
    doc: "Logo in mails and on pages, shown 32 pixels high beside `APP_NAME`. https; http for this machine outside production.",
  },
  BRAND_LOGO_DARK_URL: {
    read: partOfBrand("logoDarkUrl"),
    otherwise: "`BRAND_LOGO_URL`",
    doc: "The same for dark backgrounds, where mail programs and browsers can choose.",
  },
  BRAND_CORNERS: {
    read: oneOf("sharp", "soft", "round"),
    fallback: DEFAULT_BRAND.corners,
    doc: "Corners of buttons, fields and cards: `sharp`, `soft` or `round`.",
  },
  TERMS_URL: {
    read: partOfBrand("termsUrl"),
    otherwise: "no link",
    doc: "Terms of use, linked below mails and pages. https.",
  },
  PRIVACY_URL: {
    read: partOfBrand("privacyUrl"),
    otherwise: "no link",
    doc: "Privacy policy, linked below mails and pages. https.",
  },
  SUPPORT_URL: {
    read: partOfBrand("supportUrl"),
    otherwise: "no link",
    doc: "Where people get help, linked below mails and pages. https.",
  },
  RP_ID: {
    read: matching(/^[a-z0-9.-]+$/i, "must be a host name, without scheme, port or path"),
    otherwise: "host of `APP_URL`",
    doc: "Relying party of passkeys: the host of `APP_URL` (with `PAGES=on`, of `SERVICE_AUTH_URL`) or a registrable domain above it. Changing it makes every passkey useless.",
  },
  RP_NAME: {
    read: label,
    otherwise: "`APP_NAME`",
    doc: "What the browser calls the application when it asks for a passkey.",
  },
  RELATED_ORIGINS: {
    read: listOf(relatedOrigin),
    doc: "Further https origins, comma-separated, on whose pages the passkeys of `RP_ID` may be used, in the order in which `/.well-known/webauthn` lists them. They need `TRUSTED_ORIGINS`, too, to call the service.",
  },
  PASSKEY_ENROLL_URL: {
    read: pageAddress,
    otherwise: "not named, or the page of the pages",
    doc: "Where users add a passkey: `/.well-known/passkey-endpoints` names it to password managers.",
  },
  PASSKEY_MANAGE_URL: {
    read: pageAddress,
    otherwise: "not named, or the page of the pages",
    doc: "Where users see their passkeys, in the same document.",
  },
  CHANGE_PASSWORD_URL: {
    read: pageAddress,
    otherwise: "none, or the page of the pages",
    doc: "Where users change their password: `/.well-known/change-password` leads there.",
  },

  DATABASE_URL: {
    read: database,
    fallback: "sqlite:./data/auth.db",
    secret: true,
    doc: "`sqlite:FILE`, `sqlite::memory:` or `postgres://…`.",
  },
  DB_POOL_SIZE: {
    read: wholeNumber(1, 200),
    fallback: "10",
    doc: "Connections to Postgres, for each process.",
  },
  DATABASE_POOLING: {
    read: oneOf("session", "transaction"),
    fallback: "session",
    doc: "`transaction` behind a pooler that gives a client another connection to Postgres for each transaction, such as pgbouncer with `pool_mode = transaction`.",
  },
  ERASURE_LEDGER: {
    read: matching(/^.+$/, "must be the path of a file"),
    otherwise: "off",
    doc: "File that lists every erased user under a pseudonym, so that a restored backup brings none of them back. Keep it outside the database's backups; all processes use the same file.",
  },
  AUTO_MIGRATE: {
    read: yesOrNo,
    fallback: "true",
    doc: "Whether to bring the database up to date at start. Safe with any number of instances starting at once.",
  },

  SMTP_URL: {
    read: smtpServer,
    required: "in production",
    secret: true,
    otherwise: "mails are printed",
    doc: "The SMTP server that delivers mails. Without it each mail is printed to standard output.",
  },
  MAIL_FROM: {
    read: mailbox,
    required: "in production",
    doc: "Sender of all mails, `auth@example.com` or `Acme <auth@example.com>`.",
  },

  MAIL_LOCALES: {
    read: listOf(oneOf("en", "de", "fr", "es", "ja")),
    fallback: "en,de,fr,es,ja",
    doc: "Languages of mails, comma-separated. The first is for people whose languages are not among them.",
  },

  IDP_CLIENT_ID: {
    ...PROVIDER_VARIABLES.CLIENT_ID,
    doc: "Turns sign-in through an external provider on, together with `IDP_CLIENT_SECRET`.",
  },
  IDP_CLIENT_SECRET: PROVIDER_VARIABLES.CLIENT_SECRET,
  IDP_ISSUER: { ...PROVIDER_VARIABLES.ISSUER, fallback: "https://accounts.google.com" },
  IDP_ID: {
    read: matching(
      /^[a-z0-9][a-z0-9-]{0,31}$/,
      "must be 1 to 32 lower-case letters, digits or dashes",
    ),
    fallback: "idp",
    doc: "The provider's name in paths: `/api/auth/callback/IDP_ID`.",
  },
  IDP_NAME: PROVIDER_VARIABLES.NAME,
  IDP_SCOPES: { ...PROVIDER_VARIABLES.SCOPES, fallback: DEFAULT_SCOPES },
  IDP_AUTHORIZATION_URL: PROVIDER_VARIABLES.AUTHORIZATION_URL,
  IDP_TOKEN_URL: PROVIDER_VARIABLES.TOKEN_URL,
  IDP_USERINFO_URL: PROVIDER_VARIABLES.USERINFO_URL,

  SIGN_UP: {
    read: oneOf("open", "invited", "off"),
    fallback: "open",
    doc: "Who may get a new account: `open` for everyone, `invited` for email addresses with a pending invitation, `off` for no one but by `auth-server users create`.",
  },
  SIGN_UP_DOMAINS: {
    read: emailDomains,
    otherwise: "any",
    doc: "With `SIGN_UP=open`: new accounts only for email addresses of exactly these domains, comma-separated, and for invited ones of any.",
  },
  SIGN_IN_METHODS: {
    read: signInChoices,
    fallback: "code,link,password,passkey,provider",
    doc: "The sign-in methods that are offered, comma-separated, in the order in which pages show them. Sessions, passwords and passkeys of the others stay.",
  },
  REQUIRE_EMAIL_VERIFICATION: {
    read: yesOrNo,
    fallback: "false",
    doc: "Whether a session is opened only for a verified email address, by whichever method. Sessions that are open go on.",
  },
  DELETION_GRACE_DAYS: {
    read: wholeNumber(POLICY.deletionGraceDays.min, POLICY.deletionGraceDays.max),
    fallback: "30",
    doc: "Days between the request for a deletion and the deletion; until then the user can cancel it.",
  },
  SESSION_DAYS: {
    read: wholeNumber(1, POLICY.sessionAbsolute.max / DAY),
    fallback: "30",
    doc: "Days after a sign-in in which a session ends, however often it is used. Counts for a session from its next sign-in or recorded use on.",
  },
  SESSION_IDLE_DAYS: {
    read: wholeNumber(1, POLICY.sessionIdle.max / DAY),
    otherwise: "the lesser of 7 and `SESSION_DAYS`",
    doc: "Days in which a session ends that is not used. Not above `SESSION_DAYS`.",
  },
  SESSION_FRESH_SECONDS: {
    read: seconds(POLICY.sessionFreshness),
    fallback: "86400",
    doc: "For how many seconds after a sign-in security-sensitive changes need no new one.",
  },
  PASSWORD_MIN_LENGTH: {
    read: wholeNumber(POLICY.passwordMinLength.min, POLICY.passwordMinLength.max),
    fallback: "8",
    doc: "Characters that a new password must have. Passwords from before still sign in.",
  },
  PASSWORD_BLOCKLIST: {
    read: oneOf("refuse", "warn", "off"),
    otherwise: "`refuse` in production, else `warn`",
    doc: "What happens to a common password: `refuse`, `warn` or `off`.",
  },
  AUTH_IP_LIMIT: {
    read: wholeNumber(POLICY.requestsPerClient.min, POLICY.requestsPerClient.max),
    fallback: "100",
    doc: "Requests a client may make in one window; ten times as many for requests that only read a session. 0 turns every limit on requests off.",
  },
  AUTH_IP_WINDOW_SECONDS: {
    read: seconds(POLICY.requestsWindow),
    fallback: "10",
    doc: "Length of that window, in seconds.",
  },

  PORT: {
    read: wholeNumber(0, 65_535),
    fallback: "3000",
    doc: "Port to listen on; 0 takes a free one.",
  },
  HOST: {
    read: matching(/^[\w.:-]+$/, "must be an IP address or a host name"),
    otherwise: "all interfaces",
    doc: "IP address or host name to listen on.",
  },
  TRUST_PROXY: {
    read: listOf(trustedProxy),
    doc: "IP addresses and networks of the reverse proxies in front, comma-separated: only their `X-Forwarded-For` counts. No network wider than /8, or /16 for IPv6.",
  },
  METRICS_PORT: {
    read: wholeNumber(0, 65_535),
    otherwise: "off",
    doc: "Port on which metrics are served for Prometheus, at `/metrics`; 0 takes a free one. All serving processes share it; `auth-server worker` needs one of its own.",
  },
  METRICS_HOST: {
    read: matching(/^[\w.:-]+$/, "must be an IP address or a host name"),
    fallback: "127.0.0.1",
    doc: "IP address or host name on which metrics are served. They name no user, but are for operators: keep them from the internet.",
  },
  WEB_CONCURRENCY: {
    read: wholeNumber(1, 128),
    fallback: "1",
    doc: "Processes that serve requests.",
  },
  WORKER: {
    read: oneOf("embedded", "off"),
    fallback: "embedded",
    doc: "Whether mails and other background work are done by the serving processes, or (`off`) elsewhere.",
  },
  WORKER_POLL_MS: {
    read: wholeNumber(POLICY.workerPoll.min, POLICY.workerPoll.max),
    fallback: "1000",
    doc: "How often the worker looks for due work, in milliseconds. Work of its own process starts at once.",
  },
  LOG_LEVEL: {
    read: oneOf("debug", "info", "warn", "error"),
    fallback: "info",
    doc: "The least severe events to log.",
  },
  NODE_ENV: {
    read,
    otherwise: "`development`",
    doc: "`production` requires https, a random secret, a front end and a mail server. Required where `SERVICE_AUTH_URL` is https and names another machine than this one.",
  },
} as const satisfies Record<string, Variable>;

/** How the variables of features are read. */
const READERS = {
  networks: listOf(ownNetwork),
  onOrOff: oneOf("on", "off"),
  webAddress,
  wholeNumber,
};

/** The variables of each feature. */
const FEATURE_VARIABLES = FEATURE_SERVERS.map(({ variables }) => variables(READERS));

/** Every variable of the server, in the order in which the documents show them. */
export const VARIABLES = joinRows<Variable, typeof OWN_VARIABLES>(
  OWN_VARIABLES,
  "METRICS_PORT",
  FEATURE_VARIABLES,
);

export type VariableName = keyof typeof OWN_VARIABLES;

/** The value of every variable; null for one that is not set and has no fallback. */
export type Settings = SettingsOf<typeof OWN_VARIABLES> &
  IntersectionOf<(typeof FEATURE_VARIABLES)[number]>;

/** The settings of all tables of a union together. */
type IntersectionOf<Table> = (
  Table extends object ? (settings: SettingsOf<Table>) => void : never
) extends (settings: infer Settings) => void
  ? Settings
  : never;
