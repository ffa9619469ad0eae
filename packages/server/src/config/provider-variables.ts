import { providerEndpoint, providerIssuer } from "./addresses.js";
import { label, listOf, matching } from "./reading.js";
import { anySecret } from "./secret-text.js";
import type { Variable } from "./variable.js";

export const DEFAULT_SCOPES = "openid email profile";

/**
 * The variables of an external provider, by how their names end: after `IDP_`, or after
 * `IDP_<NAME>_` for one of several.
 */
export const PROVIDER_VARIABLES = {
  CLIENT_ID: {
    read: label,
    doc: "Adds a provider with the id `<name>`, in lower case and with dashes. `GOOGLE`, `GITHUB`, `MICROSOFT` and `GITLAB` need its secret beside it and nothing else.",
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
} as const satisfies Record<string, Variable>;
