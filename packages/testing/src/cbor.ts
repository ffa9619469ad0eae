/** What WebAuthn puts into CBOR: whole numbers, no floats, no tags. */
export type CborValue =
  number | bigint | string | boolean | null | Uint8Array | readonly CborValue[] | CborMap;
/** A map of CBOR. WebAuthn has integers and texts as keys. */
export type CborMap = ReadonlyMap<number | string, CborValue>;

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;

/** RFC 8949 in the CTAP2 canonical form: the shortest lengths, definite, map keys sorted. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === "number" || typeof value === "bigint") return encodeInteger(value);
  if (typeof value === "string") return withHead(TEXT, Buffer.from(value, "utf8"));
  if (value instanceof Uint8Array) return withHead(BYTES, value);
  if (value === null) return Buffer.of(NULL);
  if (typeof value === "boolean") return Buffer.of(value ? TRUE : FALSE);
  if (isMap(value)) return encodeMap(value);
  return Buffer.concat([head(ARRAY, BigInt(value.length)), ...value.map(encodeCbor)]);
}

const isMap = (value: readonly CborValue[] | CborMap): value is CborMap => value instanceof Map;
const withHead = (major: number, content: Uint8Array): Buffer =>
  Buffer.concat([head(major, BigInt(content.length)), content]);

function encodeInteger(value: number | bigint): Buffer {
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new RangeError(`${value} is no whole number`);
  const integer = BigInt(value);
  return integer < 0n ? head(NEGATIVE, -1n - integer) : head(UNSIGNED, integer);
}

function encodeMap(map: CborMap): Buffer {
  const entries = [...map].map(([key, value]) => ({
    key: encodeCbor(key),
    value: encodeCbor(value),
  }));
  entries.sort((one, other) => inCanonicalOrder(one.key, other.key));
  return Buffer.concat([
    head(MAP, BigInt(map.size)),
    ...entries.flatMap(({ key, value }) => [key, value]),
  ]);
}

const majorOf = (encoded: Buffer): number => encoded[0]! >> 5;

function inCanonicalOrder(one: Buffer, other: Buffer): number {
  return majorOf(one) - majorOf(other) || one.length - other.length || Buffer.compare(one, other);
}

function head(major: number, argument: bigint): Buffer {
  const kind = major << 5;
  if (argument < 24n) return Buffer.of(kind | Number(argument));
  const size = [1, 2, 4, 8].findIndex((bytes) => argument < 1n << BigInt(8 * bytes));
  if (size < 0) throw new RangeError(`${argument} does not fit into eight bytes`);
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(argument);
  return Buffer.concat([Buffer.of(kind | (24 + size)), written.subarray(8 - 2 ** size)]);
}
