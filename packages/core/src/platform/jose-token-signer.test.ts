import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { after, DAY, HOUR, MINUTE, SECOND } from "../kernel/duration.js";
import { Secret } from "../kernel/secret.js";
import type { TokenPurpose } from "../ports/token-signer.js";
import { createTokenSigner } from "./jose-token-signer.js";
import { createKeyRing, type Key } from "./key-ring.js";

const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
const ISSUER = "https://api.example.com";
const NOW = new Date("2026-03-01T12:00:00.000Z");
const PURPOSES = ["email-verification", "data-export"] as const satisfies readonly TokenPurpose[];
const MALFORMED = { valid: false, reason: "malformed" };

const ring = createKeyRing([secretOf(1)]);
const signer = createTokenSigner(ring, ISSUER);
const rightKey = ring.newest("token/email-verification");
const life = { issuedAt: NOW, expiresAt: after(NOW, HOUR) };
const signed = (purpose: TokenPurpose = "email-verification") =>
  signer.sign(purpose, { subject: "user-1", email: "ada@example.com" }, life);
const verify = (token: string, now = NOW) =>
  signer.verify("email-verification", new Secret(token), now);

const seconds = (instant: Date): number => instant.getTime() / SECOND;
const RIGHT_CLAIMS: JWTPayload = {
  sub: "user-1",
  iss: ISSUER,
  aud: "email-verification",
  iat: seconds(NOW),
  exp: seconds(after(NOW, HOUR)),
};

interface Forgery {
  /** `undefined` leaves a claim out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: Key["bytes"];
}

/** A token made without the signer; a right one unless told otherwise. */
const forge = ({ claims = {}, header = {}, key = rightKey.bytes }: Forgery): Promise<string> =>
  new SignJWT({ ...RIGHT_CLAIMS, ...claims })
    .setProtectedHeader({ alg: "HS256", kid: rightKey.id, ...header })
    .sign(key);

describe("a token", () => {
  it("gives back the claims it was made with, and its subject", async () => {
    expect(await verify((await signed()).reveal())).toEqual({
      valid: true,
      claims: { subject: "user-1", email: "ada@example.com" },
    });
    const bare = await signer.sign("email-verification", { subject: "user-2" }, life);
    expect(await verify(bare.reveal())).toEqual({ valid: true, claims: { subject: "user-2" } });
  });

  it("is the same as one made by hand by RFC 7519", async () => {
    expect(await verify(await forge({}))).toEqual({ valid: true, claims: { subject: "user-1" } });
  });

  it("is dead at the second it expires", async () => {
    const token = (await signed()).reveal();
    expect((await verify(token, after(life.expiresAt, -1))).valid).toBe(true);
    const claims = { subject: "user-1", email: "ada@example.com" };
    expect(await verify(token, life.expiresAt)).toEqual({
      valid: false,
      reason: "expired",
      claims,
    });
    expect(await verify(token, after(life.expiresAt, 365 * DAY))).toEqual({
      valid: false,
      reason: "expired",
      claims,
    });
  });

  it.each(PURPOSES.flatMap((made) => PURPOSES.map((shown) => [made, shown] as const)))(
    "made for %s and shown for %s passes only if these are one",
    async (made, shown) => {
      const verdict = await signer.verify(shown, await signed(made), NOW);
      expect(verdict.valid).toBe(made === shown);
    },
  );

  it("is known after its secret has been replaced, and unknown once that is gone", async () => {
    const token = await signed();
    const rotated = createTokenSigner(createKeyRing([secretOf(2), secretOf(1)]), ISSUER);
    const replaced = createTokenSigner(createKeyRing([secretOf(2)]), ISSUER);
    expect((await rotated.verify("email-verification", token, NOW)).valid).toBe(true);
    expect(await replaced.verify("email-verification", token, NOW)).toEqual(MALFORMED);
  });

  it("of another service is none of ours", async () => {
    const token = await createTokenSigner(ring, "https://other.example.com").sign(
      "email-verification",
      { subject: "user-1" },
      life,
    );
    expect(await verify(token.reveal())).toEqual(MALFORMED);
  });
});

const otherKey = createKeyRing([secretOf(2)]).newest("token/email-verification");

const FORGERIES: readonly (readonly [what: string, forgery: Forgery])[] = [
  ["another key under our key's name", { key: otherKey.bytes }],
  ["another purpose's key", { key: ring.newest("token/data-export").bytes }],
  ["another key by its own name", { key: otherKey.bytes, header: { kid: otherKey.id } }],
  ["no key id", { header: { kid: undefined } }],
  ["an empty key id", { header: { kid: "" } }],
  ["a path for a key id", { header: { kid: "../../dev/null" } }],
  ["SQL for a key id", { header: { kid: "' or '1'='1" } }],
  ["a number for a key id", { header: { kid: 1 } }],
  ["a list for a key id", { header: { kid: [rightKey.id] } }],
  ["a critical extension that is not known", { header: { crit: ["acme"], acme: 1 } }],
  ["no subject", { claims: { sub: undefined } }],
  ["an empty subject", { claims: { sub: "" } }],
  ["no issuer", { claims: { iss: undefined } }],
  ["another issuer", { claims: { iss: `${ISSUER}/` } }],
  ["no audience", { claims: { aud: undefined } }],
  ["another audience", { claims: { aud: "data-export" } }],
  ["no expiry", { claims: { exp: undefined } }],
  ["an expiry that is no number", { claims: { exp: "9999999999" } }],
  ["no time of signing", { claims: { iat: undefined } }],
  ["a time of signing that is no number", { claims: { iat: "1" } }],
  [
    "a time of signing more than a minute ahead",
    { claims: { iat: seconds(after(NOW, MINUTE)) + 1 } },
  ],
  ["a beginning yet to come", { claims: { nbf: seconds(NOW) + 120 } }],
];

describe("a forged token is malformed", () => {
  it.each(FORGERIES)("with %s", async (_what, forgery) => {
    // jose itself refuses to sign with an unknown critical extension unless it is told of it.
    const token = forgery.header?.["crit"] ? await withCritical(forgery) : await forge(forgery);
    expect(await verify(token)).toEqual(MALFORMED);
  });

  it.each(["HS384", "HS512"])("with %s", async (alg) => {
    expect(await verify(await forge({ header: { alg } }))).toEqual(MALFORMED);
  });

  it.each(["none", "None", "NONE", "nOnE"])("with the algorithm %s, signed or not", async (alg) => {
    const [, payload = "", signature = ""] = (await forge({})).split(".");
    const header = Buffer.from(JSON.stringify({ alg, kid: rightKey.id })).toString("base64url");
    const unsecured = new UnsecuredJWT(RIGHT_CLAIMS).encode();
    for (const token of [
      unsecured,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}`,
    ]) {
      expect(await verify(token)).toEqual(MALFORMED);
    }
  });

  it("but a clock a minute behind is forgiven", async () => {
    expect(
      (await verify(await forge({ claims: { iat: seconds(after(NOW, MINUTE)) } }))).valid,
    ).toBe(true);
  });
});

/** What is wrong with these shows before anybody asks how old they are. */
const AGELESS = FORGERIES.filter(
  ([, { claims = {}, header = {} }]) =>
    !("exp" in claims || "crit" in header || Number(claims["iat"]) > 0),
);

describe("a forged token that has expired too", () => {
  it.each(AGELESS)("says nothing, with %s", async (_what, { claims, ...forgery }) => {
    expect(
      await verify(await forge({ ...forgery, claims: { ...claims, exp: seconds(NOW) - 1 } })),
    ).toEqual(MALFORMED);
  });

  it.each(PURPOSES.filter((purpose) => purpose !== "email-verification"))(
    "says nothing where it was made for %s",
    async (purpose) => {
      expect(await verify((await signed(purpose)).reveal(), life.expiresAt)).toEqual(MALFORMED);
    },
  );
});

const withCritical = ({ header }: Forgery): Promise<string> =>
  new SignJWT(RIGHT_CLAIMS)
    .setProtectedHeader({ alg: "HS256", kid: rightKey.id, ...header })
    .sign(rightKey.bytes, { crit: { acme: true } });

describe("an altered token is malformed", () => {
  const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=";

  it("with any other last character, those that decode to the same bytes included", async () => {
    const token = (await signed()).reveal();
    for (const last of ALPHABET) {
      const altered = token.slice(0, -1) + last;
      expect((await verify(altered)).valid, altered.slice(-3)).toBe(altered === token);
    }
  });

  it("with any character of its header or payload altered", async () => {
    const token = (await signed()).reveal();
    for (let index = 0; index < token.lastIndexOf("."); index++) {
      const altered =
        token.slice(0, index) + (token[index] === "A" ? "B" : "A") + token.slice(index + 1);
      expect((await verify(altered)).valid, `character ${index}`).toBe(false);
    }
  });

  it.each(["=", "==", "A", ".", ".A", " ", "\n", "\u0000", "%3D"])(
    "with %j behind it",
    async (tail) => {
      expect(await verify((await signed()).reveal() + tail)).toEqual(MALFORMED);
    },
  );

  it.each([" ", "\n", ".", "Bearer ", "\ufeff"])("with %j before it", async (head) => {
    expect(await verify(head + (await signed()).reveal())).toEqual(MALFORMED);
  });

  it("with its signature in base64 instead of base64url", async () => {
    let token = "";
    for (let attempt = 0; !/[-_][^.]*$/.test(token); attempt++)
      token = await forge({ claims: { attempt } });
    const [header = "", payload = "", signature = ""] = token.split(".");
    expect(
      await verify(`${header}.${payload}.${signature.replaceAll("-", "+").replaceAll("_", "/")}`),
    ).toEqual(MALFORMED);
  });
});

describe("garbage is malformed, and never an error", () => {
  it.each([
    "",
    ".",
    "..",
    "...",
    "a.b.c",
    "....",
    "null",
    "{}",
    "🚀.🚀.🚀",
    "e30.e30.e30",
    `${"a".repeat(100_000)}.b.c`,
    "eyJhbGciOiJIUzI1NiJ9.bnVsbA.AA",
    "\u0000",
    "ey\ud800.x.y",
  ])("%.30j", async (text) => {
    expect(await verify(text)).toEqual(MALFORMED);
  });
});
