import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { createFixedClock } from "@acme/auth-testing";
import { parseJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { createLogger, formatFor, type LoggerOptions } from "../src/serving/logger.js";

const NOW = new Date("2026-01-02T03:04:05.678Z");

function record(options: Partial<LoggerOptions> = {}) {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      written.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger({
    level: "debug",
    format: "json",
    stream,
    clock: createFixedClock(NOW),
    ...options,
  });
  return {
    logger,
    written,
    parsed: () => written.map((line) => parseJson(line, "object")),
  };
}

/** A terminal that has colours, unless the environment says otherwise, or a pipe. */
const terminal = (isTTY: boolean, hasColors: boolean) => ({ isTTY, hasColors: () => hasColors });

it.each([
  ["json", terminal(false, false)],
  ["plain", terminal(true, false)],
  ["coloured", terminal(true, true)],
] as const)("the format is %s where it suits", (format, stream) => {
  expect(formatFor(stream)).toBe(format);
});

describe("the log", () => {
  it("is one JSON object a line, time, level and event first", () => {
    const { logger, written } = record();
    logger.info("mail_sent", { attempt: 1, to: "a***@example.com" });
    expect(written).toEqual([
      '{"time":"2026-01-02T03:04:05.678Z","level":"info","event":"mail_sent","attempt":1,"to":"a***@example.com"}\n',
    ]);
  });

  it("leaves out what is less severe than its level", () => {
    const { logger, parsed } = record({ level: "warn" });
    logger.debug("a");
    logger.info("b");
    logger.warn("c");
    logger.error("d");
    expect(parsed().map(({ event }) => event)).toEqual(["c", "d"]);
  });

  it("lets no field pass for the time, the level or the event", () => {
    const { logger, parsed } = record();
    logger.info("real", { event: "forged", level: "error", time: "never" });
    expect(parsed()[0]).toEqual({ time: NOW.toISOString(), level: "info", event: "real" });
  });

  it.each(["json", "plain", "coloured"] as const)(
    "keeps control characters, escape sequences and separators from the terminal (%s)",
    (format) => {
      const { logger, written } = record({ format });
      logger.info("seen", { agent: "a\nb\r\u001b[2J\u0007\u007f\u0085\u2028\u2029\u202e\u061c" });
      const withoutColours = stripVTControlCharacters(written.join(""));
      expect(withoutColours.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u2029\u202e\u061c]/u);
      expect(withoutColours).toContain("\\u001b[2J");
    },
  );

  it("tells name, message and stack of an error, and of what caused it", () => {
    const { logger, parsed } = record();
    const failure = new TypeError("outer", { cause: new Error("inner") });
    logger.error("task_failed", { task: "mail" }, failure);
    expect(parsed()[0]).toMatchObject({
      task: "mail",
      error: {
        name: "TypeError",
        message: "outer",
        stack: failure.stack,
        cause: { name: "Error", message: "inner" },
      },
    });
  });

  it("tells of whatever else was thrown, too", () => {
    const { logger, parsed } = record();
    logger.error("task_failed", {}, "just words");
    expect(parsed()[0]).toMatchObject({ error: { name: "string", message: "just words" } });
  });

  it("never throws and never loses an event", () => {
    const { logger, parsed } = record();
    const hostile = new Error("x");
    Object.defineProperty(hostile, "message", {
      get() {
        throw new Error("no");
      },
    });
    logger.error("hostile", {}, hostile);
    logger.info("huge", { count: 1n as unknown as number });
    expect(parsed()).toMatchObject([{ event: "hostile" }, { event: "huge" }]);
  });

  it("survives a reader that went away", async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
    const { logger } = record({ stream });
    logger.info("into the void");
    await new Promise((resolve) => stream.once("close", resolve));
    logger.info("again");
  });

  it("is short and readable on a terminal", () => {
    const failure = new Error("busy");
    const plain = record({ format: "plain" });
    plain.logger.error("start_failed", { port: 3000 }, failure);
    expect(plain.written.join("")).toMatch(
      /^03:04:05\.678 error start_failed port=3000\nError: busy\n {4}at /,
    );
    const coloured = record({ format: "coloured" });
    coloured.logger.error("start_failed", { port: 3000 }, failure);
    expect(coloured.written).not.toEqual(plain.written);
    expect(stripVTControlCharacters(coloured.written.join(""))).toBe(plain.written.join(""));
  });
});
