import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { describe, expect, it } from "vitest";
import { createStoredFiles } from "./stored-files.js";

async function* repeated(text: string, times: number): AsyncGenerator<string> {
  for (let count = 0; count < times; count++) yield text;
}

describe("a stored file", () => {
  it("is divided by its bytes, whatever characters they are", async () => {
    const store = await openMemoryStore();
    const files = createStoredFiles(store, 30);

    await files.write("ascii", repeated("0123456789", 6));
    await files.write("beyond ascii", repeated("€€€€€€€€€€", 2));

    expect(await lengthsOf("ascii")).toEqual([30, 30]);
    expect(await lengthsOf("beyond ascii")).toEqual([30, 30]);
    await store.close();

    async function lengthsOf(key: string): Promise<readonly number[]> {
      const lengths: number[] = [];
      for await (const piece of (await files.read(key)) ?? []) lengths.push(piece.length);
      return lengths;
    }
  });
});
