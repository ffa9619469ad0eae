import { expect, it } from "vitest";
import { isLoopbackHost } from "./loopback.js";

it.each([
  "localhost",
  "app.localhost",
  "[::1]",
  "127.0.0.1",
  "127.255.255.255",
  "127.9.99.199",
  "127.200.249.250",
])("%s is this machine", (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

it.each([
  "",
  "localhost.example.com",
  "notlocalhost",
  "localhost.",
  "127.0.0",
  "127.0.0.1.example.com",
  "a.127.0.0.1",
  "127.0.0.256",
  "127.0.0.300",
  "127.0.0.1234",
  "127.0.0.x",
  "128.0.0.1",
  "10.0.0.1",
  "[::2]",
  "::1",
])("%j is another machine", (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});
