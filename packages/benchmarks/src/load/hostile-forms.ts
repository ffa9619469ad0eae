import { connect } from "./connection.js";

const PATH = "/api/auth/verify-email";
const BODY_BYTES = 32 * 1_024;

/** As many fields as a body holds, no two of one name: each of them had to be looked for among all the others. */
function manyFields(): string {
  const fields: string[] = [];
  for (let length = 0, index = 0; length < BODY_BYTES - 8; index++) {
    fields.push(index.toString(36));
    length += fields.at(-1)!.length + 1;
  }
  return fields.join("&");
}

function formBytes(): Buffer {
  const body = manyFields();
  const head = [
    `POST ${PATH} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Posts `count` forms at once, each on a connection of its own; resolves when all are refused. */
export async function postHostileForms(port: number, count: number): Promise<void> {
  const form = formBytes();
  const open = await Promise.all(Array.from({ length: count }, () => connect(port, "127.0.0.2")));
  const replies = await Promise.all(open.map((connection) => connection.exchange(form)));
  for (const connection of open) connection.close();
  const other = replies.find(({ status }) => status !== 400);
  if (other) throw new Error(`a hostile form is answered ${other.status}: ${other.body()}`);
}
