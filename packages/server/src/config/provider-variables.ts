import { providerEndpoint, providerIssuer } from "./addresses.js";
import { label, listOf, matching } from "./reading.js";
import { anySecret, applePrivateKey } from "./secret-text.js";
import type { Variable } from "./variable.js";

export const DEFAULT_SCOPES = "openid email profile";

/** How Apple spells the ids of teams and keys. */
const appleId = matching(/^[A-Z0-9]{10}$/, "must be 10 of A-Z and 0-9");

/**
 * The variables of an external provider, by how their names end: after `IDP_`, or after
 * `IDP_<NAME>_` for one of several.
 */
export const PROVIDER_VARIABLES = {
  CLIENT_ID: {
    read: label,
    doc: "Adds a provider with the id `<name>`, in lower case and with dashes. The names of presets, such as `GOOGLE`, `GITHUB` or `SLACK`, need its secret beside it and nothing else.",
  },
  CLIENT_SECRET: {
    read: anySecret,
    secret: true,
    doc: "The provider's secret for this client.",
  },
  ISSUER: {
    read: providerIssuer,
    otherwise: "of the preset",
    doc: "OpenID Connect issuer; its endpoints are discovered on first use.",
  },
  NAME: {
    read: label,
    otherwise: "from the issuer's host",
    doc: "What sign-in pages call the provider.",
  },
  SCOPES: {
    read: listOf(
      matching(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be scopes, separated by spaces"),
      /[\s,]/,
    ),
    otherwise: `of the preset, else \`${DEFAULT_SCOPES}\``,
    doc: "What to ask the provider for.",
  },
  AUTHORIZATION_URL: {
    read: providerEndpoint,
    doc: "For a plain OAuth 2.0 provider without discovery; together with the next two.",
  },
  TOKEN_URL: {
    read: providerEndpoint,
    doc: "Where such a provider exchanges codes for tokens.",
  },
  USERINFO_URL: { read: providerEndpoint, doc: "Where such a provider says who signed in." },
  TEAM_ID: {
    read: appleId,
    doc: "For `APPLE`, together with the next two, in place of a client secret: the id of the team.",
  },
  KEY_ID: { read: appleId, doc: "The id of the key for Sign in with Apple." },
  PRIVATE_KEY: {
    read: applePrivateKey,
    secret: true,
    doc: "What is in its file `AuthKey_….p8`; `\\n` may stand for a new line.",
  },
} as const satisfies Record<string, Variable>;
