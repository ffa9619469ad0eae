import { describe, expect, it } from "vitest";
import { MANY, type Opened, race, rollBack } from "./fixture.js";

const KINDS: Readonly<Record<string, Uint8Array>> = {
  "no bytes": new Uint8Array(0),
  "every byte there is": Uint8Array.from({ length: 256 }, (_, index) => index),
  "zeros only": new Uint8Array(7),
  "what looks like hexadecimal text": new TextEncoder().encode("\\x6869"),
  "what looks like JSON": new TextEncoder().encode('{"0":1}'),
  "no text in any encoding": Uint8Array.of(0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80),
  "a part of a longer row of bytes": Uint8Array.from({ length: 32 }, (_, index) => index).subarray(
    5,
    9,
  ),
  "a million bytes": Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 7_919) % 251),
};

const piece = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);

export function describeFileChunks(opened: Opened): void {
  const chunks = () => opened().store.fileChunks;

  describe("pieces of files", () => {
    it.each(Object.keys(KINDS))("one with %s comes back as it went in", async (kind) => {
      const { store, rivals } = opened();
      await chunks().put("file", 0, KINDS[kind]!);
      await chunks().put("file", 1, piece(1));
      for (const one of [store, ...rivals]) {
        const found = await one.fileChunks.find("file", 0);
        expect(found).toBeInstanceOf(Uint8Array);
        expect(Buffer.from(found!).equals(KINDS[kind]!)).toBe(true);
      }
      expect(await store.transaction((tx) => tx.fileChunks.find("file", 1))).toEqual(piece(1));
    });

    it("a Buffer comes back too", async () => {
      await chunks().put("file", 0, Buffer.from("text"));
      expect(await chunks().find("file", 0)).toEqual(new TextEncoder().encode("text"));
    });

    it("none is found under another number or in another file", async () => {
      await chunks().put("file", 1, piece(1));
      for (const index of [0, 2]) expect(await chunks().find("file", index)).toBeNull();
      for (const other of ["FILE", "file ", ""]) expect(await chunks().find(other, 1)).toBeNull();
    });

    it("one that is stored again takes the place of the former, and of no other", async () => {
      for (const [file, index] of [
        ["file", 0],
        ["file", 1],
        ["other", 0],
      ] as const)
        await chunks().put(file, index, piece(1));
      await chunks().put("file", 0, piece(2, 3));
      expect(await chunks().find("file", 0)).toEqual(piece(2, 3));
      expect(await chunks().find("file", 1)).toEqual(piece(1));
      expect(await chunks().find("other", 0)).toEqual(piece(1));
    });

    it("fifty that are stored at once are all there", async () => {
      await race(opened(), MANY, (rival, turn) => rival.fileChunks.put("file", turn, piece(turn)));
      for (let index = 0; index < MANY; index++)
        expect(await chunks().find("file", index)).toEqual(piece(index));
    });

    it("those of one file are removed, no more at a time than asked, and none of another", async () => {
      for (let index = 0; index < 5; index++) await chunks().put("file", index, piece(index));
      await chunks().put("other", 0, piece(9));
      expect(await chunks().delete("file", 3)).toBe(3);
      expect(await chunks().delete("file", 3)).toBe(2);
      expect(await chunks().delete("file", 3)).toBe(0);
      for (let index = 0; index < 5; index++) expect(await chunks().find("file", index)).toBeNull();
      expect(await chunks().find("other", 0)).toEqual(piece(9));
    });

    it("each is removed once, however many race", async () => {
      for (let index = 0; index < MANY; index++) await chunks().put("file", index, piece(index));
      const removed = await race(opened(), MANY, (rival) => rival.fileChunks.delete("file", 3));
      expect(removed.reduce((total, count) => total + count, 0)).toBe(MANY);
    });

    it("a transaction that fails stores and removes none", async () => {
      await chunks().put("file", 0, piece(1));
      await rollBack(opened().store, async (tx) => {
        await tx.fileChunks.put("file", 1, piece(2));
        expect(await tx.fileChunks.delete("file", 10)).toBe(2);
        await tx.fileChunks.put("file", 0, piece(3));
      });
      expect(await chunks().find("file", 0)).toEqual(piece(1));
      expect(await chunks().find("file", 1)).toBeNull();
    });
  });
}
