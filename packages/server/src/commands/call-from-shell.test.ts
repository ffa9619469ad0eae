import { expect, it } from "vitest";
import { callerName } from "./call-from-shell.js";

it("the caller of a command has the name that the system knows", () => {
  expect(callerName(() => ({ username: "ops" }))).toBe("ops");
});

it("the caller of a command in a container whose user id has no name is told by the id", () => {
  const nameless = () => {
    throw new Error("ENOENT: no such file or directory, uv_os_get_passwd");
  };
  expect(callerName(nameless)).toMatch(/^uid \d+$/);
});
