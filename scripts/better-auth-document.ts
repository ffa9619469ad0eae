import server from "../packages/server/package.json" with { type: "json" };
import { codeOf, declaredRefusals, surface } from "@acme/auth-http";

const BASE = "/api/auth";

/** The versions that the tests run: an alias names its version behind the last `@`. */
const VERSIONS = ["better-auth", "better-auth-next"].map((name) =>
  server.devDependencies[name as "better-auth"].replace(/^.*@/, ""),
);

/** Plugins of the client whose paths are 404 here, and why. A test compares them with what the client offers. */
const OFF: Readonly<Record<string, string>> = {
  adminClient:
    "no user acts as another or edits another's account over HTTP; roles live in organizations",
  anonymousClient: "every account has a mailbox that can get it back",
  customSessionClient:
    "a session says the same to everybody; add what is yours in a route of your own",
  deviceAuthorizationClient: "signing in takes a browser: devices without one are not served",
  jwtClient:
    "a token that cannot be revoked outlives the session; other services ask `GET /api/v1/auth/me`",
  lastLoginMethodClient:
    "it reads a cookie that names the user's way to sign in, for any script of the page",
  multiSessionClient: "a browser has one session, so that signing out ends it",
  oauthPopupClient: "it hands a token to the page; providers are visited by redirect",
  oneTapClient: "it signs in by an ID token from the page; providers are visited by redirect",
  oneTimeTokenClient: "it puts a session into a URL",
  phoneNumberClient: "no text messages are sent",
  siweClient: "a wallet cannot be recovered by mail",
  twoFactorClient: "a passkey is both factors in one, and cannot be phished",
  usernameClient: "an account is named by its email address",
};

const plugins = Object.entries(OFF).map(([name, reason]) => `| \`${name}\` | ${reason} |`);

const SET_UP = `## Set-up

\`\`\`ts
import { createAuthClient } from "better-auth/client";
import { emailOTPClient, magicLinkClient, organizationClient } from "better-auth/client/plugins";

export const authClient = createAuthClient({
  baseURL: "https://auth.example.com", // SERVICE_AUTH_URL
  fetchOptions: { credentials: "include" },
  plugins: [emailOTPClient(), magicLinkClient(), organizationClient()],
});
\`\`\`

The page's origin is that of \`APP_URL\` or one of \`TRUSTED_ORIGINS\`.`;

/** The whole of docs/better-auth-client.md: its tables come from the routes. */
export function betterAuthDocument(generated: string): string {
  const own = surface.filter(({ codes }) => codes);
  const codes = own.flatMap((route) =>
    declaredRefusals(route)
      .filter((code) => codeOf(code, route) !== code)
      .map(
        (code) =>
          `| \`${route.path.slice(BASE.length)}\` | \`${codeOf(code, route)}\` | \`${code}\` |`,
      ),
  );
  const paths = surface
    .flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((served) => ({ method, served })),
    )
    .filter(({ served }) => served.startsWith(`${BASE}/`))
    .map(({ method, served }) => `| \`${method}\` | \`${served.slice(BASE.length)}\` |`);
  return `# The official better-auth client

${generated} The client of the versions ${VERSIONS.join(" and ")} runs against this server in [better-auth-client.test.ts](../packages/server/test/better-auth-client.test.ts).

${SET_UP}

## What differs, and why

| here | because |
|---|---|
| The session cookie is \`__Host-session\`, over plain http \`session\`. \`getSessionCookie\` of \`better-auth/cookies\` looks for another name and finds none: ask \`getSession\`, or a guard of the server | a cookie says nothing about whether its session lives |
| \`token\` in answers is \`null\`, and \`session.token\` is the session's id: it ends a session and opens none | a token in JSON can be read by any script of the page |
| The active organization is the cookie \`active-org\`, and \`X-Active-Org\` for one request | two tabs can work in two organizations |
| A foreign organization answers like an unknown one, \`ORGANIZATION_NOT_FOUND\` | who may not see it does not learn that it exists |
| Making, unmaking, removing or inviting an owner, and deleting an organization, takes a fresh session: \`SESSION_NOT_FRESH\` | a stolen cookie must not take an organization over |
| \`listMembers\` takes \`limit\` and \`offset\`, no filter and no order but joining; others are 400 | a list that looks filtered and is not misleads |
| \`inviteMember\` and \`resend\` are 429 beyond five mails in a quarter of an hour to one email address; resending replaces the link | no mailbox is flooded |
| \`listAccounts\` shows the password as \`credential\`; it cannot be unlinked | a password is changed or reset |
| \`deleteUser\` is 404: deletion is \`POST /api/v1/me/deletion\` | it has a grace period |
| Teams and roles of one's own are 404 | one of three roles, and permissions of the application in code |
| Images and logos are given by http or https URL; a \`data:\` URL is 400 \`IMAGE_URL_NOT_SUPPORTED\` | pictures belong in a file store, not in every answer that shows a user |

## Plugins that are off

\`passkeyClient\` of \`@better-auth/passkey/client\` works too. What the others call is 404:

| plugin | off because |
|---|---|
${plugins.join("\n")}

## Codes of its own

Statuses stay those of this service; the right column is our code for the same refusal under \`/api/v1\`.

| path | code | ours |
|---|---|---|
${codes.join("\n")}

## Paths that are served

Everything else under \`${BASE}\` is 404.

| method | path |
|---|---|
${paths.join("\n")}
`;
}
