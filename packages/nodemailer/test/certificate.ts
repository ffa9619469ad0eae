import { generateKeyPairSync, sign } from "node:crypto";
import { isIPv4 } from "node:net";

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/**
 * A fresh certificate for `names` (host names and IPv4 addresses), signed by itself, valid for a
 * year from `from` on (RFC 5280 §4.1).
 */
export function selfSigned(
  names: readonly string[],
  from = new Date(Date.now() - 60_000),
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  // Authorities are looked up by name, so each has one of its own.
  const name = sequence(
    tag(0x31, sequence(oid("550403"), tag(0x0c, Buffer.from(names.join(" "))))),
  );
  const tbs = sequence(
    tag(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(from), time(new Date(from.getTime() + YEAR_MS))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tag(
      0xa3,
      sequence(sequence(oid("551d11"), tag(0x04, sequence(...names.map(alternativeName))))),
    ),
  );
  const signature = tag(0x03, Buffer.from([0]), sign("sha256", tbs, privateKey));
  const der = sequence(tbs, ECDSA_WITH_SHA256, signature);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function tag(type: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([type, ...size]), content]);
}

const sequence = (...contents: readonly Buffer[]): Buffer => tag(0x30, ...contents);
const integer = (value: number): Buffer => tag(0x02, Buffer.from([value]));
const oid = (hex: string): Buffer => tag(0x06, Buffer.from(hex, "hex"));
const time = (instant: Date): Buffer =>
  tag(0x18, Buffer.from(instant.toISOString().replace(/[-:T]|\.\d+/g, "")));
const alternativeName = (name: string): Buffer =>
  isIPv4(name) ? tag(0x87, Buffer.from(name.split(".").map(Number))) : tag(0x82, Buffer.from(name));
const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
