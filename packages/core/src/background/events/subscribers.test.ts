import { expect, it } from "vitest";
import { arrangeSubscribers, on } from "./subscribers.js";

const nothing = async (): Promise<void> => {};

it("a subscriber is asked only within what it has a handler for, and told only after it", () => {
  const asked = on("user.created", { name: "asked", within: nothing });
  const told = on("user.created", { name: "told", after: nothing });
  const subscribers = arrangeSubscribers([asked, told], []);
  expect(subscribers.within("user.created")).toEqual([asked]);
  expect(subscribers.after("user.created").map(({ name }) => name)).toEqual([told.name]);
  expect(subscribers.told).toBe(1);
  expect(arrangeSubscribers([told], []).within("user.created")).toEqual([]);
});
