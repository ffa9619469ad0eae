/**
 * External providers, for `AuthOptions.identityProviders`.
 *
 * @packageDocumentation
 */
export { oauth2Provider, type OAuth2ProviderOptions } from "./platform/oauth2-provider.js";
export { openIdProvider, type OpenIdProviderOptions } from "./platform/openid-provider.js";
export type { ProviderFetch } from "./platform/provider-fetch.js";
export {
  GITHUB,
  GITLAB,
  GOOGLE,
  MICROSOFT,
  type OAuth2Preset,
  type OpenIdPreset,
} from "./platform/provider-presets.js";
export type { Claims, ProviderProfile } from "./platform/provider-profile.js";
export type { ProviderOptions } from "./platform/provider-registration.js";
