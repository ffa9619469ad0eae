import { isJsonObject } from "./json-object.js";
import type { OAuth2Preset, OpenIdPreset } from "./provider-presets.js";
import { type Claims, readCommonProfile } from "./provider-profile.js";

/**
 * Facebook accounts. Its documents do not say that an email address was verified, so none counts as
 * verified, and an account may have none. The URLs name no version of the API: Facebook then takes
 * the oldest that the application may use. PKCE is in testing there, so it is off.
 *
 * Source, as of 2026-11:
 * https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow.
 *
 * @example
 * const facebook = oauth2Provider({ ...FACEBOOK, clientId: "1234567890", clientSecret });
 */
export const FACEBOOK: OAuth2Preset = {
  id: "facebook",
  name: "Facebook",
  endpoints: {
    authorization: "https://www.facebook.com/dialog/oauth",
    token: "https://graph.facebook.com/oauth/access_token",
    userinfo: "https://graph.facebook.com/me?fields=id,name,email,picture",
  },
  scopes: ["public_profile", "email"],
  clientAuthentication: "client_secret_post",
  pkce: false,
  readProfile: ({ id, name, email, picture }) =>
    readCommonProfile({ id, name, email, picture: memberOf(memberOf(picture, "data"), "url") }),
};

/**
 * LinkedIn accounts, by its product "Sign In with LinkedIn using OpenID Connect". Its documents name
 * `email_verified` and do not say what LinkedIn has verified, so no email address counts as
 * verified. They know PKCE for native applications only, so it is off. The user is read from its
 * endpoint for users, because its documents promise no nonce in the id_token.
 *
 * Source, as of 2026-11:
 * https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2.
 *
 * @example
 * const linkedin = oauth2Provider({ ...LINKEDIN, clientId, clientSecret });
 */
export const LINKEDIN: OAuth2Preset = {
  id: "linkedin",
  name: "LinkedIn",
  endpoints: {
    authorization: "https://www.linkedin.com/oauth/v2/authorization",
    token: "https://www.linkedin.com/oauth/v2/accessToken",
    userinfo: "https://api.linkedin.com/v2/userinfo",
  },
  scopes: ["openid", "profile", "email"],
  clientAuthentication: "client_secret_post",
  pkce: false,
  readProfile: ({ sub, name, email, picture }) => readCommonProfile({ sub, name, email, picture }),
};

/**
 * Discord accounts. The email address counts as verified where Discord says that it has verified it.
 *
 * Sources, as of 2026-11: https://discord.com/.well-known/oauth-authorization-server and
 * https://docs.discord.com/developers/resources/user.
 *
 * @example
 * const discord = oauth2Provider({ ...DISCORD, clientId, clientSecret });
 */
export const DISCORD: OAuth2Preset = {
  id: "discord",
  name: "Discord",
  endpoints: {
    authorization: "https://discord.com/oauth2/authorize",
    token: "https://discord.com/api/oauth2/token",
    userinfo: "https://discord.com/api/v10/users/@me",
  },
  scopes: ["identify", "email"],
  readProfile: ({ id, username, global_name: displayName, email, verified, avatar }) =>
    readCommonProfile({
      id,
      name: displayName ?? username,
      email,
      email_verified: verified,
      picture:
        typeof id === "string" && typeof avatar === "string"
          ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`
          : null,
    }),
};

/**
 * Slack accounts; a person has one in each workspace. Its documents show `email_verified` and do not
 * say who has verified what, and owners of a workspace may enter any email address, so none counts
 * as verified. PKCE is there for applications that have become public clients, so it is off; the
 * nonce binds the id_token.
 *
 * Sources, as of 2026-11: https://slack.com/.well-known/openid-configuration,
 * https://docs.slack.dev/authentication/sign-in-with-slack and
 * https://docs.slack.dev/authentication/using-pkce.
 *
 * @example
 * const slack = openIdProvider({ ...SLACK, clientId, clientSecret });
 */
export const SLACK: OpenIdPreset = {
  id: "slack",
  name: "Slack",
  issuer: "https://slack.com",
  vouchesForEmail: false,
  pkce: false,
};

/**
 * X accounts. The scopes asked for give no email address: a person who has linked the account here
 * signs in with it, and everybody else comes back with `email_not_found`.
 *
 * Source, as of 2026-11: https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token.
 *
 * @example
 * const x = oauth2Provider({ ...X, clientId, clientSecret });
 */
export const X: OAuth2Preset = {
  id: "x",
  name: "X",
  endpoints: {
    authorization: "https://x.com/i/oauth2/authorize",
    token: "https://api.x.com/2/oauth2/token",
    userinfo: "https://api.x.com/2/users/me?user.fields=profile_image_url",
  },
  scopes: ["users.read", "tweet.read"],
  readProfile: ({ data }) =>
    readCommonProfile({
      id: memberOf(data, "id"),
      name: memberOf(data, "name"),
      picture: memberOf(data, "profile_image_url"),
    }),
};

/** Which claims Twitch is to tell; without it, it tells neither name nor email address. */
const TWITCH_CLAIMS = JSON.stringify({
  userinfo: { email: null, email_verified: null, picture: null, preferred_username: null },
});

/**
 * Twitch accounts. The email address counts as verified where Twitch says that it has verified it.
 * Its documents name no PKCE.
 *
 * Source, as of 2026-11: https://dev.twitch.tv/docs/authentication/getting-tokens-oidc.
 *
 * @example
 * const twitch = oauth2Provider({ ...TWITCH, clientId, clientSecret });
 */
export const TWITCH: OAuth2Preset = {
  id: "twitch",
  name: "Twitch",
  endpoints: {
    authorization: "https://id.twitch.tv/oauth2/authorize",
    token: "https://id.twitch.tv/oauth2/token",
    userinfo: "https://id.twitch.tv/oauth2/userinfo",
  },
  scopes: ["openid", "user:read:email"],
  clientAuthentication: "client_secret_post",
  pkce: false,
  authorizationParameters: { claims: TWITCH_CLAIMS },
  readProfile: ({ sub, preferred_username: name, picture, email, email_verified: verified }) =>
    readCommonProfile({ sub, name, picture, email, email_verified: verified }),
};

/**
 * Spotify accounts. The subject is `account_id`, which never changes; its documents forbid `id` for
 * linked accounts. They say that nothing proves whose the email address is, so none counts as
 * verified, and have deprecated it: an application may be told none.
 *
 * Sources, as of 2026-11: https://developer.spotify.com/documentation/web-api/tutorials/code-flow,
 * https://developer.spotify.com/documentation/web-api/tutorials/code-pkce-flow and
 * https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile.
 *
 * @example
 * const spotify = oauth2Provider({ ...SPOTIFY, clientId, clientSecret });
 */
export const SPOTIFY: OAuth2Preset = {
  id: "spotify",
  name: "Spotify",
  endpoints: {
    authorization: "https://accounts.spotify.com/authorize",
    token: "https://accounts.spotify.com/api/token",
    userinfo: "https://api.spotify.com/v1/me",
  },
  scopes: ["user-read-email"],
  readProfile: ({ account_id: id, display_name: name, email, images }) => {
    const picture: unknown = Array.isArray(images) ? memberOf(images[0], "url") : null;
    return readCommonProfile({ id, name, email, picture });
  },
};

/**
 * Notion accounts, of a public connection that may read email addresses. Its documents do not say
 * that an email address was verified, so none counts as verified. They name no PKCE.
 *
 * Sources, as of 2026-11: https://developers.notion.com/reference/create-a-token and
 * https://developers.notion.com/changelog/retrieve-information-about-your-token. They show the
 * exchange of the code in JSON; the form of RFC 6749 is sent.
 *
 * @example
 * const notion = oauth2Provider({ ...NOTION, clientId, clientSecret });
 */
export const NOTION: OAuth2Preset = {
  id: "notion",
  name: "Notion",
  endpoints: {
    authorization: "https://api.notion.com/v1/oauth/authorize",
    token: "https://api.notion.com/v1/oauth/token",
    userinfo: "https://api.notion.com/v1/users/me",
  },
  pkce: false,
  authorizationParameters: { owner: "user" },
  headers: { "notion-version": "2022-06-28" },
  readProfile: ({ bot }) => {
    const user = memberOf(memberOf(bot, "owner"), "user");
    return readCommonProfile({
      id: memberOf(user, "id"),
      name: memberOf(user, "name"),
      picture: memberOf(user, "avatar_url"),
      email: memberOf(memberOf(user, "person"), "email"),
    });
  },
};

/**
 * Atlassian accounts, of an application with the permission `read:me` of the User identity API. Its
 * documents do not say that an email address was verified, and administrators may enter any, so none
 * counts as verified. They name no PKCE.
 *
 * Source, as of 2026-11: https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps. It
 * shows the exchange of the code in JSON; the form of RFC 6749 is sent.
 *
 * @example
 * const atlassian = oauth2Provider({ ...ATLASSIAN, clientId, clientSecret });
 */
export const ATLASSIAN: OAuth2Preset = {
  id: "atlassian",
  name: "Atlassian",
  endpoints: {
    authorization: "https://auth.atlassian.com/authorize",
    token: "https://auth.atlassian.com/oauth/token",
    userinfo: "https://api.atlassian.com/me",
  },
  scopes: ["read:me"],
  clientAuthentication: "client_secret_post",
  pkce: false,
  authorizationParameters: { audience: "api.atlassian.com", prompt: "consent" },
  readProfile: ({ account_id: id, name, email, picture }) =>
    readCommonProfile({ id, name, email, picture }),
};

/**
 * Zoom accounts, of an application with the scope `user:read:user`, which is chosen where the
 * application is registered. Its documents say that a user is `verified` and not by what, so no
 * email address counts as verified.
 *
 * Sources, as of 2026-11: https://developers.zoom.us/docs/integrations/oauth and
 * https://developers.zoom.us/docs/api/users.
 *
 * @example
 * const zoom = oauth2Provider({ ...ZOOM, clientId, clientSecret });
 */
export const ZOOM: OAuth2Preset = {
  id: "zoom",
  name: "Zoom",
  endpoints: {
    authorization: "https://zoom.us/oauth/authorize",
    token: "https://zoom.us/oauth/token",
    userinfo: "https://api.zoom.us/v2/users/me",
  },
  readProfile: ({ id, display_name: name, email, pic_url: picture }) =>
    readCommonProfile({ id, name, email, picture }),
};

/** Returns a member of what may be no object. */
const memberOf = (value: Claims[string], name: string): unknown =>
  isJsonObject(value) ? value[name] : null;
