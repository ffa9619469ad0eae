/**
 * Reads a body to its end. Null for one that is longer than `limit` bytes: the rest of it is
 * cancelled.
 */
export async function readAtMost(
  body: Response["body"],
  limit: number,
): Promise<Uint8Array | null> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; reader;) {
    const read = await reader.read();
    if (read.done) break;
    const chunk: unknown = read.value;
    length += chunk instanceof Uint8Array ? chunk.length : Infinity;
    if (chunk instanceof Uint8Array && length <= limit) chunks.push(chunk);
    else return reader.cancel().then(() => null);
  }
  return Buffer.concat(chunks);
}
