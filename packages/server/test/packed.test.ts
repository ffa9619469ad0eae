import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { packed } from "../src/serving/reference/packed.js";

it("the script of the viewer is packed once, and tried again when it could not be read", async () => {
  let reads = 0;
  const file = packed(() =>
    ++reads === 1
      ? Promise.reject(new Error("too many open files"))
      : Promise.resolve(Buffer.from("x")),
  );
  await expect(file()).rejects.toThrow("too many open files");
  const [first, second] = await Promise.all([file(), file()]);
  expect([gunzipSync(first).toString(), second === first, reads]).toEqual(["x", true, 2]);
});
