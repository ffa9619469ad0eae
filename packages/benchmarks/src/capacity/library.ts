import {
  createAuth,
  parseEmailAddress,
  Secret,
  type Auth,
  type Client,
  type EmailAddress,
  type IdentityProvider,
  type Store,
} from "@acme/auth-core";
import { createSite } from "@acme/auth-express";
import { createInbox, createManualScheduler } from "@acme/auth-testing";

export const ORIGIN = "http://localhost";
export const PROVIDER_ID = "partner";

/** A provider that answers at once. The code it is given is the user's email address. */
const provider: IdentityProvider = {
  id: PROVIDER_ID,
  name: "Partner",
  authorizationUrl: async ({ state }) => ({
    ok: true,
    value: `https://partner.example/?state=${state.reveal()}`,
  }),
  identify: async ({ code = "" }) => ({
    ok: true,
    value: {
      subject: code,
      email: code,
      emailVerified: true,
      name: "Ada",
      image: null,
      scopes: ["openid"],
    },
  }),
};

export interface Library {
  readonly auth: Auth;
  /** The token in the link of the latest mail to a user. */
  readonly tokenFor: (email: EmailAddress) => Secret;
  /** The code in the latest mail to a user. */
  readonly codeFor: (email: EmailAddress) => Secret;
}

export const tokenIn = (url: string): Secret =>
  new Secret(new URL(url).searchParams.get("token") ?? "");

/** The library over a store. Its worker runs only when it is told to, so that it adds nothing to what a request sends. */
export function openLibrary(store: Store): Library {
  const inbox = createInbox();
  const auth = createAuth({
    store,
    mailer: inbox,
    links: createSite({ serviceUrl: ORIGIN, appUrl: ORIGIN }).links,
    secret: Buffer.alloc(32, "benchmark").toString("base64"),
    identityProviders: [provider],
    policy: { deletionGraceDays: 0 },
    ports: { scheduler: createManualScheduler() },
  });
  return {
    auth,
    tokenFor: (email) => tokenIn(inbox.linkFor(email)),
    codeFor: (email) => new Secret(inbox.codeFor(email)),
  };
}

/** The user of that number, and where their requests come from. */
export const personOf = (index: number) => ({
  email: parseEmailAddress(`person${index}@example.com`)!,
  client: {
    ipAddress: `192.0.2.${index}`,
    network: `192.0.2.${index}`,
    userAgent: "benchmark/1.0",
    sessionToken: null,
    browserToken: null,
    organization: null,
  } satisfies Client,
});
