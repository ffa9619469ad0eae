export { oauth2Provider, type OAuth2ProviderOptions } from "./oauth2-provider.js";
export { openIdProvider, type OpenIdProviderOptions } from "./openid-provider.js";
