import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { readServerUrl } from "./server-url.js";

describe("the URL of a mail server", () => {
  it.each([
    [
      "smtp://mail.example.com",
      { host: "mail.example.com", port: 587, secure: false, loopback: false, credentials: null },
    ],
    [
      "smtps://mail.example.com/",
      { host: "mail.example.com", port: 465, secure: true, loopback: false, credentials: null },
    ],
    [
      "smtp://localhost:1025",
      { host: "localhost", port: 1025, secure: false, loopback: true, credentials: null },
    ],
    [
      "smtp://[::1]:25",
      { host: "::1", port: 25, secure: false, loopback: true, credentials: null },
    ],
    [
      "smtp://127.8.9.10",
      { host: "127.8.9.10", port: 587, secure: false, loopback: true, credentials: null },
    ],
    [
      "smtp://u%40x.test:p%2F%40%3A%20ss@h",
      {
        host: "h",
        port: 587,
        secure: false,
        loopback: false,
        credentials: { user: "u@x.test", pass: "p/@: ss" },
      },
    ],
  ])("%s is read", (text, server) => {
    expect(readServerUrl(text)).toEqual(server);
  });

  it.each([
    "127.0.0.1.example.com",
    "127.1",
    "127.999.0.1",
    "localhost.example.com",
    "evil.localhost",
    "0.0.0.0",
    "[::ffff:127.0.0.1]",
    "[::2]",
    "128.0.0.1",
  ])("%s is not this machine, as far as anybody can tell from the name", (host) => {
    expect(readServerUrl(`smtp://${host}`).loopback).toBe(false);
  });

  it.each([
    "",
    "mail.example.com:587",
    "https://u:hunter2@mail.example.com",
    "smtp:u:hunter2@mail.example.com",
    "smtp://u:hunter2@",
    "smtp://u:hunter2@mail.example.com:99999",
    "smtp://u:hunter2@mail example.com",
    "smtp://u:hunter2@mail.example.com/?tls.rejectUnauthorized=false",
    "smtp://u:hunter2@mail.example.com#x",
    "smtp://u:hunter2@mail.example.com/path",
    "smtp://u:hunter2%ff@mail.example.com",
    "smtp://hunter2@mail.example.com",
    "smtp://:hunter2@mail.example.com",
  ])("%s is refused without a word of it", (text) => {
    let refusal: unknown;
    try {
      readServerUrl(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(TypeError);
    expect(inspect(refusal, { showHidden: true, depth: null })).not.toMatch(/hunter2|example\.com/);
  });
});
