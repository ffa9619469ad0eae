import { readFileSync } from "node:fs";
import { Secret, TOTP, URI as otpauth } from "otpauth";
import { describe, expect, it } from "vitest";
import { RFC4648, toBase32 } from "./base32.js";
import { hmacSha1 } from "./platform/hmac-sha1.js";
import { matchingStep, stepOf, totpCode } from "./totp.js";
import { totpUri } from "./totp-uri.js";

/**
 * Recorded on Debian 12, after the line with the version:
 * ```sh
 * for _ in $(seq 1000); do
 *   secret=$(head -c 20 /dev/urandom | base32); at=$(shuf -i 0-9999999999 -n 1)
 *   echo "$secret $at $(oathtool --totp --base32 --now "@$at" "$secret")"
 * done
 * ```
 */
const RECORDED = readFileSync(new URL("../test/oathtool-codes.txt", import.meta.url), "utf8");
const SAMPLES = Array.from(
  RECORDED.matchAll(/^([A-Z2-7]{32}) (\d+) (\d{6})$/gm),
  ([, base32 = "", at, code = ""]) => ({
    base32,
    secret: Secret.fromBase32(base32).bytes,
    now: new Date(Number(at) * 1_000),
    code,
  }),
);

describe("codes of authenticator apps", () => {
  it("are those that oathtool printed, for 1,000 secrets and times", () => {
    expect(SAMPLES).toHaveLength(1_000);
    for (const { base32, secret, now, code } of SAMPLES) {
      expect(totpCode(hmacSha1, secret, stepOf(now))).toBe(code);
      expect(toBase32(secret, RFC4648)).toBe(base32);
    }
  });

  it("count from the first millisecond of a step to the last, one step before and after", () => {
    for (const { secret, now, code } of SAMPLES.slice(0, 100)) {
      const step = stepOf(now);
      const start = step * 30_000;
      const found = (at: number) =>
        matchingStep(hmacSha1, { secret, code, now: new Date(at), window: 1 });
      // Two steps too early, one, present, one late, two: each at its first and last millisecond.
      const edges = [-60_000, -30_001, -30_000, -1, 0, 29_999, 30_000, 59_999, 60_000, 89_999];
      expect(edges.map((edge) => found(start + edge) === step)).toEqual([
        false,
        false,
        true,
        true,
        true,
        true,
        true,
        true,
        false,
        false,
      ]);
    }
  });
});

describe("the URI of an authenticator app", () => {
  it.each(["Acme", "Acme: Tea & Co (2)", "Größe 100 %", "日本の店", "a+b/c?d#e"])(
    "of %j is read by another library, which shows the same codes",
    (appName) => {
      const email = "ada+x@example.com";
      for (const { secret, now, code } of SAMPLES.slice(0, 10)) {
        const app = otpauth.parse(totpUri(secret, { appName, email }).reveal());
        if (!(app instanceof TOTP)) throw new Error("no TOTP");
        expect(app).toMatchObject({
          issuer: appName.replaceAll(":", ""),
          label: email,
          algorithm: "SHA1",
          digits: 6,
          period: 30,
        });
        expect(app.secret.bytes).toEqual(secret);
        expect(app.generate({ timestamp: now.getTime() })).toBe(code);
      }
    },
  );
});
