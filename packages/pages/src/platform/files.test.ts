import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressFile } from "./files.js";

it("compresses a file once, however many surfaces serve it", () => {
  const file = compressFile("body{color:red}");
  expect(gunzipSync(file.gzip).toString()).toBe("body{color:red}");
  expect(brotliDecompressSync(file.br).toString()).toBe("body{color:red}");
  expect(compressFile("body{color:red}")).toBe(file);
});

it("remembers no more than a few", () => {
  const file = compressFile("first");
  for (let n = 0; n < 12; n++) compressFile(`another ${n}`);
  expect(compressFile("first")).not.toBe(file);
  expect(compressFile("first")).toEqual(file);
});
