import { describe, expect, it } from "vitest";
import { AuthError } from "../kernel/errors.js";
import { createBoundedQueue } from "./hash-queue.js";

/** Work that ends when it is told to. */
function openEnded<T>(value: T) {
  let started = false;
  let settle!: { readonly resolve: (value: T) => void; readonly reject: (cause: Error) => void };
  const ended = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  const work = () => {
    started = true;
    return ended;
  };
  return {
    work,
    hasStarted: () => started,
    end: () => settle.resolve(value),
    fail: (cause: Error) => settle.reject(cause),
  };
}

/** Lets everything that can run, run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a bounded queue", () => {
  it("tells how long it is whenever that changes", async () => {
    const lengths: string[] = [];
    const enter = createBoundedQueue(1, 1, ({ running, waiting }) =>
      lengths.push(`${running} running, ${waiting} waiting`),
    );
    const [first, second] = [openEnded(1), openEnded(2)];
    const answers = [enter(first.work), enter(second.work)];
    await expect(enter(openEnded(3).work)).rejects.toThrow(new AuthError("BUSY"));
    expect(lengths.at(-1)).toBe("1 running, 1 waiting");
    first.end();
    await settled();
    expect(lengths.at(-1)).toBe("1 running, 0 waiting");
    second.end();
    await Promise.all(answers);
    expect(lengths.at(-1)).toBe("0 running, 0 waiting");
  });

  it("runs so many at once, lets the next wait, and refuses the rest at once", async () => {
    const enter = createBoundedQueue(2, 1);
    const [first, second, third] = [openEnded(1), openEnded(2), openEnded(3)];
    const answers = [first, second, third].map(({ work }) => enter(work));
    await settled();
    expect([first, second, third].map(({ hasStarted }) => hasStarted())).toEqual([
      true,
      true,
      false,
    ]);

    const beyond = openEnded(4);
    await expect(enter(beyond.work)).rejects.toThrow(new AuthError("BUSY"));
    expect(beyond.hasStarted()).toBe(false);

    second.end();
    await settled();
    expect(third.hasStarted()).toBe(true);
    first.end();
    third.end();
    expect(await Promise.all(answers)).toEqual([1, 2, 3]);
  });

  it("takes those who wait in the order they came", async () => {
    const enter = createBoundedQueue(1, 10);
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => enter(async () => order.push(index))),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it.each([
    ["rejects", () => Promise.reject(new Error("out of memory"))],
    [
      "throws",
      () => {
        throw new Error("out of memory");
      },
    ],
  ])("gives the place of work that %s to the next", async (_how, failing) => {
    const enter = createBoundedQueue(1, 1);
    const failed = enter(failing);
    const next = enter(() => Promise.resolve("next"));
    await expect(failed).rejects.toThrow("out of memory");
    expect(await next).toBe("next");
    expect(await enter(() => Promise.resolve("later"))).toBe("later");
  });

  it("never runs more than its places, however they come and go", async () => {
    const enter = createBoundedQueue(3, 100);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await settled();
      running--;
    };
    await Promise.all(Array.from({ length: 50 }, () => enter(work)));
    await Promise.all(Array.from({ length: 50 }, () => enter(work)));
    expect({ most, running }).toEqual({ most: 3, running: 0 });
  });

  it("keeps its places after it was full", async () => {
    const enter = createBoundedQueue(1, 0);
    const only = openEnded("done");
    const answer = enter(only.work);
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(enter(only.work)).rejects.toThrow(new AuthError("BUSY"));
    only.end();
    expect(await answer).toBe("done");
    expect(await enter(() => Promise.resolve("again"))).toBe("again");
  });
});
