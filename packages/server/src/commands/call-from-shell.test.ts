import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { callerName, watchOutput } from "./call-from-shell.js";

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
