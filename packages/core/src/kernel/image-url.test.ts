import { describe, expect, it } from "vitest";
import { IMAGE_URL_SHAPE, imageUrlFault, isDataUrl, parseImageUrl } from "./image-url.js";

const longUrl = (length: number): string => "https://a.example/".padEnd(length, "a");

describe("the URL of an image", () => {
  it.each(["https://example.com/a.png", "HTTP://example.com", longUrl(2_048)])(
    "may be %.40s",
    (url) => {
      expect(imageUrlFault(url)).toBeNull();
      expect(parseImageUrl(url, "image")).toBe(url);
    },
  );

  it("is counted in code points", () => {
    expect(imageUrlFault(`https://a.example/${"😀".repeat(2_030)}`)).toBeNull();
  });

  it.each([
    ["", IMAGE_URL_SHAPE],
    ["/logo.png", IMAGE_URL_SHAPE],
    ["ftp://example.com/a.png", IMAGE_URL_SHAPE],
    [" https://example.com/a.png", IMAGE_URL_SHAPE],
    ["https://", IMAGE_URL_SHAPE],
    ["https://example.com/\u0000", IMAGE_URL_SHAPE],
    ["see https://example.com/a.png", IMAGE_URL_SHAPE],
    [longUrl(2_049), "A URL has at most 2048 characters."],
  ])("is not %.40j, and the refusal says what it may be", (url, message) => {
    expect(IMAGE_URL_SHAPE).toBe("An image is given by its http or https URL.");
    expect(() => parseImageUrl(url, "logo")).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", issues: [{ path: "logo", message }] }),
    );
  });

  it.each(["data:image/png;base64,AAAA", "DATA:,", " \n data:,"])(
    "is no data: URL, which has a refusal of its own: %j",
    (url) => {
      expect(isDataUrl(url)).toBe(true);
      expect(() => parseImageUrl(url, "image")).toThrow(
        expect.objectContaining({ code: "IMAGE_URL_NOT_SUPPORTED" }),
      );
    },
  );

  it("that only speaks of data: is none of those, and null is no image", () => {
    expect(isDataUrl("https://example.com/data:x")).toBe(false);
    expect(parseImageUrl(null, "image")).toBeNull();
  });
});
