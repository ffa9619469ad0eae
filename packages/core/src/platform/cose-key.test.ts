import { generateKeyPairSync } from "node:crypto";
import {
  type AuthenticatorAlgorithm,
  type CborMap,
  COSE_ALGORITHMS,
  COSE_LABELS,
  coseKeyOf,
  createCredentialKey,
} from "@acme/auth-testing";
import { tableOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import { ALGORITHMS, faultOfKey } from "./cose-key.js";

const { kty, alg, crv, x, y, n, e } = COSE_LABELS;
const NAMES = ["ES256", "EdDSA", "RS256"] as const satisfies readonly AuthenticatorAlgorithm[];
const HONEST = tableOf(NAMES, (name) => createCredentialKey(name).cose);

const without = (key: CborMap, label: number): CborMap =>
  new Map([...key].filter(([one]) => one !== label));
function bytesAt(key: CborMap, label: number): Buffer {
  const value = key.get(label);
  if (!(value instanceof Uint8Array)) throw new Error(`The key has no bytes at ${label}.`);
  return Buffer.from(value);
}
const changed = (name: AuthenticatorAlgorithm, label: number, value: unknown) =>
  new Map<unknown, unknown>(HONEST[name]).set(label, value);

describe("a sound key", () => {
  it.each(NAMES)("is one that Node made for %s", (name) => {
    expect(faultOfKey(HONEST[name])).toBeNull();
    expect(ALGORITHMS).toContain(COSE_ALGORITHMS[name]);
  });

  it("is any of a hundred points of edwards25519", () => {
    const faults = Array.from({ length: 100 }, () => faultOfKey(createCredentialKey("EdDSA").cose));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  it("is an RSA key of 3072 bits", () => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 3072 });
    expect(faultOfKey(coseKeyOf(publicKey, COSE_ALGORITHMS.RS256))).toBeNull();
  });
});

describe("a key is refused", () => {
  it.each(NAMES)("when a part of a key for %s is missing, or there is one more", (name) => {
    for (const label of HONEST[name].keys())
      expect(faultOfKey(without(HONEST[name], Number(label))), String(label)).not.toBeNull();
    for (const label of [-4, -5, 2, 4, 5, "x"])
      expect(
        faultOfKey(new Map(HONEST[name]).set(label, Buffer.of(1))),
        String(label),
      ).not.toBeNull();
  });

  it.each(NAMES)("when a part of a key for %s is of another kind", (name) => {
    for (const label of HONEST[name].keys()) {
      for (const value of [null, true, "1", 0, 99, new Map(), [], Buffer.alloc(0)]) {
        expect(
          faultOfKey(changed(name, Number(label), value)),
          `${label}: ${JSON.stringify(value)}`,
        ).not.toBeNull();
      }
    }
  });

  it.each(
    NAMES.flatMap((name) =>
      NAMES.filter((other) => other !== name).map((other) => [name, other] as const),
    ),
  )("when a key for %s says that it is for %s", (name, other) => {
    expect(faultOfKey(changed(name, alg, COSE_ALGORITHMS[other]))).toMatch(/form/);
  });

  it.each([-35, -36, -37, -47, -65535, -7n, "-7", "ES256"])(
    "when it is for the algorithm %s",
    (algorithm) => {
      expect(faultOfKey(changed("ES256", alg, algorithm))).toMatch(/not offered/);
    },
  );

  it.each([2, 3, 4, 5, 6, 7, 8])("when an EC2 key is on curve %i", (curve) => {
    expect(faultOfKey(changed("ES256", crv, curve))).toMatch(/form/);
  });

  it.each([1, 4, 5, 7])("when an OKP key is on curve %i", (curve) => {
    expect(faultOfKey(changed("EdDSA", crv, curve))).toMatch(/form/);
  });

  it.each([x, y])(
    "when coordinate %i is too short, too long, off the curve or beyond the field",
    (label) => {
      const honest = bytesAt(HONEST.ES256, label);
      expect(faultOfKey(changed("ES256", label, honest.subarray(1)))).toMatch(/form/);
      expect(faultOfKey(changed("ES256", label, Buffer.concat([Buffer.of(0), honest])))).toMatch(
        /form/,
      );
      expect(faultOfKey(changed("ES256", label, Buffer.alloc(32)))).toMatch(/curve/);
      expect(faultOfKey(changed("ES256", label, Buffer.alloc(32, 0xff)))).toMatch(/curve/);
    },
  );

  it("when its point is compressed", () => {
    expect(faultOfKey(changed("ES256", y, true))).toMatch(/form/);
  });

  it.each([2, 7, 8, 11])("when an Ed25519 key has y = %i, where there is no point", (first) => {
    expect(
      faultOfKey(changed("EdDSA", x, Buffer.concat([Buffer.of(first), Buffer.alloc(31)]))),
    ).toMatch(/curve/);
  });

  it("when an Ed25519 key is beyond the field", () => {
    expect(faultOfKey(changed("EdDSA", x, Buffer.alloc(32, 0xff)))).toMatch(/curve/);
  });

  /**
   * Where y is 0, 1, −1 or a root of d·y⁴ + 2·y² − 1, in RFC 8032's encoding and without the sign
   * of x.
   */
  const SMALL_ORDER = {
    "order 1": "0100000000000000000000000000000000000000000000000000000000000000",
    "order 2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order 4": "0000000000000000000000000000000000000000000000000000000000000000",
    "order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order 8, the other y": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order 4, beyond the field": "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order 1, beyond the field": "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  };
  it.each(Object.entries(SMALL_ORDER))(
    "when an Ed25519 key is of small order: %s, whatever the sign of x",
    (_order, hex) => {
      const point = Buffer.from(hex, "hex");
      for (const sign of [0, 0x80]) {
        point[31] = (point[31]! & 0x7f) | sign;
        expect(faultOfKey(changed("EdDSA", x, point))).toBe("the public key is of small order");
      }
    },
  );

  it("when its labels are texts", () => {
    expect(
      faultOfKey(new Map([...HONEST.EdDSA].map(([label, value]) => [String(label), value]))),
    ).not.toBeNull();
  });

  it.each([null, undefined, 1, "key", [], {}, Buffer.alloc(8)])("when it is %j", (key) => {
    expect(faultOfKey(key)).not.toBeNull();
  });
});

describe("an RSA key is refused", () => {
  const rsa = (modulusLength: number, publicExponent = 65537) => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength, publicExponent });
    return coseKeyOf(publicKey, COSE_ALGORITHMS.RS256);
  };

  it("when it is of 1024 or 2040 bits", () => {
    expect(faultOfKey(rsa(1024))).toMatch(/form/);
    expect(faultOfKey(rsa(2040))).toMatch(/form/);
  });

  it("when it is too large to be verified with in good time", () => {
    const modulus = Buffer.alloc(1025, 0xff);
    expect(faultOfKey(changed("RS256", n, modulus))).toMatch(/form/);
    expect(faultOfKey(changed("RS256", n, modulus.subarray(1)))).toBeNull();
  });

  it("when its modulus begins with zeros or is even", () => {
    const modulus = bytesAt(HONEST.RS256, n);
    expect(faultOfKey(changed("RS256", n, Buffer.concat([Buffer.of(0), modulus])))).toMatch(/form/);
    modulus[modulus.length - 1]! &= 0xfe;
    expect(faultOfKey(changed("RS256", n, modulus))).toMatch(/form/);
  });

  it.each([
    [Buffer.of(0)],
    [Buffer.of(1)],
    [Buffer.of(3)],
    [Buffer.of(1, 0, 0)],
    [Buffer.of(1, 0, 2)],
    [Buffer.of(0, 1, 0, 1)],
    [Buffer.of(1, 0, 0, 0, 1)],
    [Buffer.alloc(256, 0xff)],
  ])("when its exponent is %j", (exponent) => {
    expect(faultOfKey(changed("RS256", e, exponent))).toMatch(/form/);
  });

  it("when it says that it is of another type", () => {
    expect(faultOfKey(changed("RS256", kty, 2))).toMatch(/form/);
  });
});
