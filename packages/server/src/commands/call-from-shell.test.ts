import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { callerName, callFromShell, watchOutput } from "./call-from-shell.js";

it("the caller of a command has the name that the system knows", () => {
  expect(callerName(() => ({ username: "ops" }))).toBe("ops");
});

it("the caller of a command in a container whose user id has no name is told by the id", () => {
  const nameless = () => {
    throw new Error("ENOENT: no such file or directory, uv_os_get_passwd");
  };
  expect(callerName(nameless)).toMatch(/^uid \d+$/);
});

it.each([
  ["EPIPE", null],
  ["ENOSPC", "write ENOSPC"],
])(
  "a command stops when its output fails, and only a reader that has gone is no fault: %s",
  (code, fault) => {
    const [stream, stop] = [new EventEmitter(), new AbortController()];
    const output = watchOutput(stream, stop);
    expect(output.fault()).toBeNull();
    stream.emit("error", Object.assign(new Error(`write ${code}`), { code }));
    stream.emit("error", Object.assign(new Error("write after the end"), { code: "EPIPE" }));
    expect(stop.signal.aborted).toBe(true);
    expect(output.fault()).toBe(fault);
  },
);

/** A stream whose writes fail with that code, or are kept. */
const streamOf = (texts: string[], code?: string) =>
  new Writable({
    write(chunk, _encoding, done) {
      if (!code) texts.push(String(chunk));
      done(code ? Object.assign(new Error(`write ${code}`), { code }) : null);
    },
  });

it.each([
  [
    ["secret"],
    1,
    "The command was carried out, but its output could not be written: write ENOSPC\n",
  ],
  [["nonsense", "--json"], 2, "The output could not be written: write ENOSPC\n"],
])("a full disk does not hide what became of the command: %s", async (words, code, told) => {
  const errors: string[] = [];
  const streams = { stdout: streamOf([], "ENOSPC"), stderr: streamOf(errors) };
  expect(await callFromShell(words, streams)).toBe(code);
  expect(errors.join("")).toBe(told);
});

it("a command whose messages cannot be written ends with its own exit code", async () => {
  const stderr = streamOf([], "ENOSPC");
  expect(await callFromShell(["nonsense"], { stdout: streamOf([]), stderr })).toBe(2);
  expect(stderr.errored).toMatchObject({ code: "ENOSPC" });
});
