import { beforeEach, describe, expect, it, vi } from "vitest";

describe("the library of schemas", () => {
  // Test files share their modules, and others have loaded it.
  beforeEach(() => void vi.resetModules());

  it("is not loaded with the surface", async () => {
    const library = await import("./zod.js");
    const { sections } = await import("../surface.js");
    expect(sections.length).toBeGreaterThan(10);
    expect(library.z).toBeUndefined();
  });

  it("is there when it was asked for", async () => {
    const library = await import("./zod.js");
    await library.loadZod();
    expect(library.z.string().parse("text")).toBe("text");
  });

  it("is asked for again after it could not be loaded", async () => {
    vi.doMock("zod", () => {
      throw new Error("too many open files");
    });
    const library = await import("./zod.js");
    await expect(library.loadZod()).rejects.toThrow();
    vi.doUnmock("zod");
    await library.loadZod();
    expect(library.z.string().parse("text")).toBe("text");
  });

  it("builds a schema at its first use, and once", async () => {
    const { once } = await import("./zod.js");
    let count = 0;
    const schema = once(() => ({ count: ++count }));
    expect(count).toBe(0);
    expect([schema(), schema()]).toEqual([{ count: 1 }, { count: 1 }]);
  });
});
