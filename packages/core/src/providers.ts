/**
 * External providers, for `AuthOptions.identityProviders`.
 *
 * @packageDocumentation
 */
export { appleClientSecret, type AppleKey } from "./platform/apple-client-secret.js";
export { APPLE } from "./platform/apple-preset.js";
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
export type { ClientSecretSource, ProviderOptions } from "./platform/provider-registration.js";
export {
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
} from "./platform/social-presets.js";
