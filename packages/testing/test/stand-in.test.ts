import { expect, it } from "vitest";
import { standIn } from "../src/stand-in.js";

interface Room {
  readonly name: string;
  readonly door: { readonly width: number; readonly height: number };
  readonly note?: string;
  open(): Promise<string>;
}

it("a stand-in has the members that it was given, and those of the objects in it", async () => {
  const room = standIn<Room>({
    door: { width: 1 },
    open: () => Promise.resolve("open"),
    note: undefined,
  });
  expect([room.door.width, await room.open(), room.note]).toEqual([1, "open", undefined]);
  expect(await Promise.resolve(room)).toBe(room);
});

it("reading a member that a stand-in was not given throws", () => {
  const room = standIn<Room>({ door: { width: 1 } });
  expect(() => room.name).toThrow('The stand-in has no "name".');
  expect(() => room.door.height).toThrow('The stand-in has no "height".');
});
