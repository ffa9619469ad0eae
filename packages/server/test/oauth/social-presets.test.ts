import type { ExternalIdentity } from "@acme/auth-core";
import {
  APPLE,
  ATLASSIAN,
  DISCORD,
  FACEBOOK,
  LINKEDIN,
  NOTION,
  type OAuth2Preset,
  oauth2Provider,
  openIdProvider,
  SLACK,
  SPOTIFY,
  TWITCH,
  X,
  ZOOM,
} from "@acme/auth-core/providers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newAuthorizationRequest, refused, startAdapterFixture } from "./adapter-fixture.js";
import type { Json } from "./misbehaviour.js";
import { type Behaviour, type SocialServer, startSocialServer } from "./social-server.js";
import { PERSON } from "./stub-provider.js";

const EMAIL = "ada@example.com";
const PICTURE = "https://p.example/ada.png";
/** Whom most of them describe. */
const ADA = { subject: "4711", email: EMAIL, emailVerified: false, name: "Ada", image: PICTURE };

interface Row {
  readonly preset: OAuth2Preset;
  readonly behaviour: Behaviour;
  readonly identity: ExternalIdentity;
}

/** Each preset, what its provider wants and answers by its documents, and who that is. */
const ROWS: Readonly<Record<string, Row>> = {
  Facebook: {
    preset: FACEBOOK,
    behaviour: {
      secretIn: "body",
      pkce: false,
      asked: { scope: "public_profile email" },
      tokens: { expires_in: 5_183_976 },
      user: { id: "4711", name: "Ada", email: EMAIL, picture: { data: { url: PICTURE } } },
    },
    identity: { ...ADA, scopes: ["public_profile", "email"] },
  },
  LinkedIn: {
    preset: LINKEDIN,
    behaviour: {
      secretIn: "body",
      pkce: false,
      asked: { scope: "openid profile email" },
      tokens: { scope: "email,openid,profile", id_token: "e30.e30.e30" },
      user: { sub: "4711", name: "Ada", picture: PICTURE, email: EMAIL, email_verified: true },
    },
    identity: { ...ADA, scopes: ["email", "openid", "profile"] },
  },
  Discord: {
    preset: DISCORD,
    behaviour: {
      secretIn: "header",
      pkce: true,
      asked: { scope: "identify email" },
      tokens: { scope: "identify email" },
      user: {
        id: "80351110224678912",
        username: "ada",
        global_name: "Ada",
        avatar: "8342729096ea3675442027381ff50dfe",
        verified: true,
        email: EMAIL,
      },
    },
    identity: {
      ...ADA,
      subject: "80351110224678912",
      emailVerified: true,
      image:
        "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png",
      scopes: ["identify", "email"],
    },
  },
  X: {
    preset: X,
    behaviour: {
      secretIn: "header",
      pkce: true,
      asked: { scope: "users.read tweet.read" },
      tokens: { scope: "users.read tweet.read" },
      user: { data: { id: "4711", name: "Ada", username: "ada", profile_image_url: PICTURE } },
    },
    identity: { ...ADA, email: null, scopes: ["users.read", "tweet.read"] },
  },
  Twitch: {
    preset: TWITCH,
    behaviour: {
      secretIn: "body",
      pkce: false,
      asked: {
        scope: "openid user:read:email",
        claims:
          '{"userinfo":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}',
      },
      tokens: { scope: ["openid", "user:read:email"], id_token: "e30.e30.e30" },
      user: {
        sub: "4711",
        preferred_username: "Ada",
        picture: PICTURE,
        email: EMAIL,
        email_verified: true,
      },
    },
    identity: { ...ADA, emailVerified: true, scopes: ["openid", "user:read:email"] },
  },
  Spotify: {
    preset: SPOTIFY,
    behaviour: {
      secretIn: "header",
      pkce: true,
      asked: { scope: "user-read-email" },
      tokens: { scope: "user-read-email" },
      user: {
        account_id: "4711",
        id: "a name that may change",
        display_name: "Ada",
        email: EMAIL,
        images: [{ url: PICTURE }],
      },
    },
    identity: { ...ADA, scopes: ["user-read-email"] },
  },
  Notion: {
    preset: NOTION,
    behaviour: {
      secretIn: "header",
      pkce: false,
      asked: { owner: "user" },
      headers: { "notion-version": "2022-06-28" },
      tokens: { bot_id: "b", refresh_token: null },
      user: {
        id: "the bot",
        name: "The application",
        type: "bot",
        bot: {
          owner: {
            type: "user",
            user: { id: "4711", name: "Ada", avatar_url: PICTURE, person: { email: EMAIL } },
          },
        },
      },
    },
    identity: { ...ADA, scopes: [] },
  },
  Atlassian: {
    preset: ATLASSIAN,
    behaviour: {
      secretIn: "body",
      pkce: false,
      asked: { scope: "read:me", audience: "api.atlassian.com", prompt: "consent" },
      tokens: { scope: "read:me" },
      user: {
        account_id: "4711",
        name: "Ada",
        email: EMAIL,
        email_verified: true,
        picture: PICTURE,
      },
    },
    identity: { ...ADA, scopes: ["read:me"] },
  },
  Zoom: {
    preset: ZOOM,
    behaviour: {
      secretIn: "header",
      pkce: true,
      asked: {},
      tokens: { scope: "user:read:user" },
      user: { id: "4711", display_name: "Ada", email: EMAIL, verified: 1, pic_url: PICTURE },
    },
    identity: { ...ADA, scopes: ["user:read:user"] },
  },
};

let server: SocialServer;
beforeAll(async () => void (server = await startSocialServer()));
afterAll(() => server.stop());

/** Goes to the provider and back. */
async function signIn({ preset, behaviour }: Row, user: Json = behaviour.user) {
  server.become(preset, { ...behaviour, user });
  const provider = oauth2Provider(server.at(preset));
  const request = newAuthorizationRequest();
  const departure = await provider.authorizationUrl(request);
  if (!departure.ok) throw new Error(departure.detail);
  const back = await server.visit(departure.value);
  return provider.identify(Object.fromEntries(back.searchParams), request);
}

describe.each(Object.entries(ROWS))("%s", (name, row) => {
  it("is asked as its documents say, and says who signed in", async () => {
    expect(await signIn(row)).toEqual({ ok: true, value: row.identity });
    expect(row.preset).toMatchObject({ id: name.toLowerCase(), name });
    const urls = Object.values(row.preset.endpoints);
    expect(urls.filter((url) => !url.startsWith("https://"))).toEqual([]);
  });

  it("signs nobody in whose id is missing", async () => {
    const user = { bot: { owner: { workspace: true } }, data: {}, email: EMAIL };
    expect(await signIn(row, user)).toMatchObject(refused("unable_to_get_user_info"));
  });
});

describe("a preset", () => {
  /** What a provider could say of an email address, truly or not. */
  const claims = { email_verified: true, verified: true, emailVerified: true };
  const described = Object.entries(ROWS).map(([name, row]) => {
    const { user } = row.behaviour;
    const vouching = Object.fromEntries(
      Object.entries(user).map(([key, value]) => [
        key,
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? { ...value, ...claims }
          : value,
      ]),
    );
    return { name, row, user: { ...vouching, ...claims } };
  });

  it("counts an email address as verified only where the documents say that it was", async () => {
    const vouched: string[] = [];
    for (const { name, row, user } of described) {
      const verdict = await signIn(row, user);
      if (verdict.ok && verdict.value.emailVerified) vouched.push(name);
    }
    expect(vouched).toEqual(["Discord", "Twitch"]);
  });

  it("takes the word of the provider that an email address is not verified", async () => {
    for (const name of ["Discord", "Twitch"]) {
      const row = ROWS[name]!;
      const user = { ...row.behaviour.user, verified: false, email_verified: false };
      expect(await signIn(row, user)).toMatchObject({ value: { emailVerified: false } });
    }
  });
});

describe("Discord", () => {
  it("is called by the name of the account when the person has given none, without a picture", async () => {
    const row = ROWS["Discord"]!;
    const user = { ...row.behaviour.user, global_name: null, avatar: null };
    expect(await signIn(row, user)).toMatchObject({ value: { name: "ada", image: null } });
  });
});

describe("Spotify", () => {
  it("signs nobody in by the id that is not for linked accounts", async () => {
    const row = ROWS["Spotify"]!;
    const user = { ...row.behaviour.user, account_id: undefined };
    expect(await signIn(row, user)).toMatchObject(refused("unable_to_get_user_info"));
  });
});

describe("Slack", () => {
  const { stub, travel } = startAdapterFixture();

  it("is asked without PKCE, and never vouches for an email address", async () => {
    stub.misbehave({ knowsPkce: false, tokens: (tokens) => ({ ok: true, ...tokens }) });
    const { issuer, clientId, clientSecret } = stub;
    const provider = openIdProvider({ ...SLACK, issuer, clientId, clientSecret });
    expect(await travel(provider)).toMatchObject({
      ok: true,
      value: { subject: PERSON.sub, email: PERSON.email, emailVerified: false },
    });
    expect(SLACK).toMatchObject({ id: "slack", name: "Slack", issuer: "https://slack.com" });
  });
});

describe("Apple", () => {
  it("is found at Apple's issuer", () => {
    expect(APPLE).toMatchObject({
      id: "apple",
      name: "Apple",
      issuer: "https://appleid.apple.com",
    });
  });
});
