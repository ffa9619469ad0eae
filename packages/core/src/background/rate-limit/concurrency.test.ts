import { describe, expect, it } from "vitest";
import { createConcurrency, endingWith } from "./concurrency.js";

it("as many are under way at once under one key as may be, and each that ends makes room for one", () => {
  const { begin } = createConcurrency(2);
  const [first, second] = [begin("crm"), begin("crm")];
  expect(begin("crm")).toBeNull();
  expect(begin("mail")).not.toBeNull();
  first?.();
  first?.();
  expect(begin("crm")).not.toBeNull();
  expect(begin("crm")).toBeNull();
  second?.();
  expect(begin("crm")).not.toBeNull();
});

describe("what reads pieces", () => {
  async function* pieces(failure?: Error): AsyncGenerator<number, void, undefined> {
    yield 1;
    yield 2;
    if (failure) throw failure;
  }
  /** Counts how often its end was told. */
  function watched(source: AsyncIterable<number>) {
    let ends = 0;
    return { content: endingWith(source, () => (ends += 1)), ends: () => ends };
  }

  it("is over after the last", async () => {
    const { content, ends } = watched(pieces());
    const read: number[] = [];
    for await (const piece of content) {
      expect(ends()).toBe(0);
      read.push(piece);
    }
    expect([read, ends()]).toEqual([[1, 2], 1]);
  });

  it("is over after a failure", async () => {
    const failure = new Error("The file is gone.");
    const { content, ends } = watched(pieces(failure));
    const reading = async () => {
      for await (const _piece of content) expect(ends()).toBe(0);
    };
    await expect(reading()).rejects.toBe(failure);
    expect(ends()).toBe(1);
  });

  it("is over when it stops, even before the first", async () => {
    for (const first of [true, false]) {
      const { content, ends } = watched(pieces());
      const iterator = content[Symbol.asyncIterator]();
      if (first) await iterator.next();
      expect(ends()).toBe(0);
      expect(await iterator.return?.()).toMatchObject({ done: true });
      expect(ends()).toBe(1);
    }
  });
});
