import type { LogFields } from "@acme/auth-core";
import { createFixedClock } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { createOriginLog } from "./origin-log.js";

const TEN_MINUTES = 600_000;

function openLog() {
  const lines: LogFields[] = [];
  const clock = createFixedClock();
  const silent = () => {};
  const note = createOriginLog(
    {
      clock,
      logger: {
        debug: silent,
        info: silent,
        error: silent,
        warn: (event, fields) => void lines.push({ event, ...fields }),
      },
    },
    createSite({ serviceUrl: "https://api.example.com", appUrl: "https://app.example.com" }),
  );
  const refuse = (headers: Readonly<Record<string, string>>) =>
    note({ header: (name) => headers[name] });
  return { lines, clock, refuse, refuseOrigin: (origin: string) => refuse({ origin }) };
}

describe("a refused origin", () => {
  it("is named with the allowed ones and what to set", () => {
    const { lines, refuseOrigin } = openLog();
    refuseOrigin("http://localhost:5173");
    expect(lines).toEqual([
      {
        event: "origin_refused",
        origin: "http://localhost:5173",
        allowed: "https://api.example.com https://app.example.com",
        setting: "TRUSTED_ORIGINS, or trustedOrigins of createSite",
      },
    ]);
  });

  it("is named once in ten minutes", () => {
    const { lines, clock, refuseOrigin } = openLog();
    for (let times = 0; times < 5; times++) refuseOrigin("https://a.example");
    clock.advance(TEN_MINUTES - 1);
    refuseOrigin("https://a.example");
    expect(lines).toHaveLength(1);
    clock.advance(1);
    refuseOrigin("https://a.example");
    expect(lines).toHaveLength(2);
  });

  it("is one of twenty at most; of the others their number is told when the ten minutes are over", () => {
    const { lines, clock, refuseOrigin } = openLog();
    for (let number = 1; number <= 25; number++) refuseOrigin(`https://${number}.example`);
    refuseOrigin("https://1.example");
    expect(lines).toHaveLength(20);
    clock.advance(TEN_MINUTES);
    refuseOrigin("https://a.example");
    expect(lines.slice(20)).toEqual([
      { event: "origin_refused", refused: 5 },
      expect.objectContaining({ origin: "https://a.example" }),
    ]);
  });

  it("is named by its first 200 characters", () => {
    const { lines, refuseOrigin } = openLog();
    refuseOrigin(`https://${"a".repeat(5_000)}.example`);
    expect(String(lines[0]?.["origin"])).toHaveLength(200);
  });

  it("is that of the referring page where the browser sends no Origin, without the path", () => {
    const { lines, refuse } = openLog();
    refuse({ referer: "https://a.example/reset?token=secret" });
    expect(lines).toMatchObject([{ origin: "https://a.example" }]);
  });

  it.each([
    { origin: "https://app.example.com" },
    { "sec-fetch-site": "cross-site" },
    { referer: "nonsense" },
  ])("is not told of %j, which names none to allow", (headers) => {
    const { lines, refuse } = openLog();
    refuse(headers);
    expect(lines).toEqual([]);
  });
});
