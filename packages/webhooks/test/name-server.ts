import { createSocket } from "node:dgram";
import { once } from "node:events";

/**
 * The IP addresses of each host, by the type of the question. What is not there is not answered at
 * all.
 */
export type Zone = Readonly<
  Record<string, { readonly A?: readonly string[]; readonly AAAA?: readonly string[] }>
>;

export interface NameServer {
  /** As a resolver takes it. */
  readonly address: string;
  /** `A host` or `AAAA host` of every question that came, those that were repeated too. */
  readonly asked: readonly string[];
  /** Resolves once it has been asked for that. */
  heard(question: string): Promise<void>;
  stop(): Promise<void>;
}

const TYPES = { A: 1, AAAA: 28 } as const;
const HEADER_BYTES = 12;
const TTL_SECONDS = 60;

/**
 * Starts a name server on loopback (RFC 1035, over UDP). A host that its zone has without an IP
 * address of the type is answered with none.
 */
export async function startNameServer(zone: Zone = {}): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, peer) => {
    const { name, type, end } = questionIn(query);
    asked.push(`${type} ${name}`);
    socket.emit("asked");
    const addresses = zone[name]?.[type];
    if (addresses)
      socket.send(answerTo(query.subarray(0, end), type, addresses), peer.port, peer.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async heard(question) {
      while (!asked.includes(question)) await once(socket, "asked");
    },
    stop: () => new Promise((stopped) => socket.close(stopped)),
  };
}

function questionIn(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type: keyof typeof TYPES = query.readUInt16BE(at + 1) === TYPES.AAAA ? "AAAA" : "A";
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

function answerTo(query: Buffer, type: keyof typeof TYPES, addresses: readonly string[]): Buffer {
  const header = Buffer.from(query);
  header.writeUInt16BE(0x8180, 2); // an answer, recursion available, no error
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc000 + HEADER_BYTES, 0); // the name of the question
    record.writeUInt16BE(TYPES[type], 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(TTL_SECONDS, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, ...records]);
}

/** An IPv6 address is written in full here, with all its eight groups. */
const bytesOf = (address: string): Buffer =>
  address.includes(":")
    ? Buffer.from(
        address
          .split(":")
          .map((group) => group.padStart(4, "0"))
          .join(""),
        "hex",
      )
    : Buffer.from(address.split(".").map(Number));
