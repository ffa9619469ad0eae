import { afterEach, describe, expect, it, vi } from "vitest";
import { consoleLogger, silentLogger } from "./console-logger.js";

afterEach(() => void vi.restoreAllMocks());

/** What one event leaves on each stream. */
function written(log: () => void) {
  const calls = (["log", "info", "debug", "warn", "error"] as const).map(
    (name) => [name, vi.spyOn(console, name).mockImplementation(() => {})] as const,
  );
  log();
  return calls.flatMap(([name, { mock }]) =>
    mock.calls.map((call: readonly unknown[]) => [name, ...call]),
  );
}

const errorWritten = (cause: unknown): string =>
  String(written(() => consoleLogger.error("request_failed", {}, cause))[0]?.[1]);

describe("the log of an application that brings none", () => {
  it("is silent about what helps to find a fault and what happened as intended", () => {
    expect(
      written(() => {
        consoleLogger.debug("job_done", { attempt: 1 });
        consoleLogger.info("signed_in");
      }),
    ).toEqual([]);
  });

  it("writes a warning as one line, with its fields", () => {
    expect(
      written(() => {
        consoleLogger.warn("origin_refused", {
          origin: "https://evil.example",
          count: 2,
          by: null,
        });
        consoleLogger.warn("late");
      }),
    ).toEqual([
      ["warn", "[auth] warn origin_refused origin=https://evil.example count=2 by=null"],
      ["warn", "[auth] warn late"],
    ]);
  });

  it("writes an error with its stack and those of its causes, in one entry with indented lines", () => {
    const driver = new Error("no such table: auth_counter");
    const entry = errorWritten(new Error("out of reach", { cause: driver }));
    const [head, ...lines] = entry.split("\n");
    expect(head).toBe("[auth] error request_failed");
    expect(lines[0]).toBe("    Error: out of reach");
    expect(lines).toContain("    caused by Error: no such table: auth_counter");
    expect(lines.filter((line) => line.includes("console-logger.test.ts")).length).toBeGreaterThan(
      1,
    );
    for (const line of lines) expect(line).toMatch(/^ {4}/);
  });

  it.each([
    [
      "the first of several errors",
      new AggregateError([new Error("ECONNREFUSED")]),
      "ECONNREFUSED",
    ],
    ["what is no error", "a string", "string a string"],
    ["null", null, "object null"],
  ])("tells %s", (_what, cause, told) => {
    expect(errorWritten(cause)).toContain(told);
  });

  it("ends with a chain of causes that does not", () => {
    const error = new Error("round");
    error.cause = error;
    expect(errorWritten(error).match(/Error: round/g)).toHaveLength(5);
  });

  it("lets no text begin another entry or steer the terminal", () => {
    const entry = errorWritten(new Error("x\n[auth] error forged\u001b[2J\r\u2028"));
    expect(entry).toContain("\n    [auth] error forged\\u001b[2J\\u000d\\u2028");
    const [[, line] = []] = written(() => consoleLogger.warn("e", { by: "a\nb" }));
    expect(line).toBe("[auth] warn e by=a\\u000ab");
  });

  it("survives an error that cannot be read", () => {
    const hostile = new Error();
    Object.defineProperty(hostile, "stack", {
      get: () => {
        throw new Error("no");
      },
    });
    expect(errorWritten(hostile)).toBe(
      "[auth] error request_failed\n    what was thrown cannot be read",
    );
  });
});

describe("a silent log", () => {
  it("writes nothing", () => {
    expect(
      written(() => {
        silentLogger.warn("late");
        silentLogger.error("request_failed", {}, new Error("x"));
      }),
    ).toEqual([]);
  });
});
