import type { IncomingMessage } from "node:http";
import { describeAddress } from "@acme/auth-http";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { clientAddress, isStranger, trustedProxies } from "./client-ip.js";

const requestFrom = (remoteAddress: string | undefined, forwarded?: string): IncomingMessage =>
  standIn<IncomingMessage>({
    socket: { remoteAddress },
    headers: { "x-forwarded-for": forwarded },
  });

const PROXIES = trustedProxies(["10.0.0.0/8", "192.0.2.53", "2001:db8:ffff::/48", "::1"]);

const CASES: readonly (readonly [
  why: string,
  peer: string | undefined,
  forwarded: string | undefined,
  client: string | null,
])[] = [
  ["no proxy in between", "198.51.100.1", undefined, "198.51.100.1"],
  ["a stranger's word counts nothing", "198.51.100.1", "203.0.113.7", "198.51.100.1"],
  ["a proxy that says nothing", "10.0.0.1", undefined, "10.0.0.1"],
  ["one proxy", "10.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["a proxy met over mapped IPv6", "::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["a proxy by its single IP address", "192.0.2.53", "203.0.113.7", "203.0.113.7"],
  ["the neighbour of a proxy", "192.0.2.54", "203.0.113.7", "192.0.2.54"],
  ["an IPv6 proxy", "2001:db8:ffff:1::1", "203.0.113.7", "203.0.113.7"],
  [
    "an IPv6 proxy spelled at length",
    "2001:0DB8:FFFF:0000:0000:0000:0000:0001",
    "203.0.113.7",
    "203.0.113.7",
  ],
  ["loopback", "::1", "203.0.113.7", "203.0.113.7"],
  ["two proxies", "10.0.0.1", "203.0.113.7, 10.0.0.2", "203.0.113.7"],
  ["spoofed entries on the left", "10.0.0.1", "1.1.1.1, 10.9.9.9, 203.0.113.7", "203.0.113.7"],
  [
    "spoofed entries before two proxies",
    "10.0.0.1",
    "1.1.1.1, 203.0.113.7, 10.0.0.3, 10.0.0.2",
    "203.0.113.7",
  ],
  [
    "a trusted IP address left of an untrusted one",
    "10.0.0.1",
    "10.0.0.9, 203.0.113.7",
    "203.0.113.7",
  ],
  ["all of them trusted: the leftmost", "10.0.0.1", "10.0.0.4, 10.0.0.3, 10.0.0.2", "10.0.0.4"],
  ["no spaces, many spaces", "10.0.0.1", "1.1.1.1,   203.0.113.7  ,10.0.0.2", "203.0.113.7"],
  ["an IPv6 client", "10.0.0.1", "2001:DB8::7", "2001:db8::7"],
  ["a mapped client", "10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"],
  ["an empty header", "10.0.0.1", "", "10.0.0.1"],
  ["garbage where the client should stand", "10.0.0.1", "unknown", "10.0.0.1"],
  ["garbage left of a proxy", "10.0.0.1", "203.0.113.7, unknown, 10.0.0.2", "10.0.0.2"],
  ["garbage left of the client", "10.0.0.1", "<script>, 203.0.113.7", "203.0.113.7"],
  ["an empty entry", "10.0.0.1", "203.0.113.7,", "10.0.0.1"],
  ["a port", "10.0.0.1", "203.0.113.7:1234", "203.0.113.7"],
  ["ports on every hop", "10.0.0.1", "1.1.1.1:1, 203.0.113.7:65535, 10.0.0.2:80", "203.0.113.7"],
  ["IPv6 in brackets", "10.0.0.1", "[2001:db8::7]", "2001:db8::7"],
  ["IPv6 in brackets with a port", "10.0.0.1", "[2001:db8::7]:443", "2001:db8::7"],
  ["a bracketed trusted hop", "10.0.0.1", "203.0.113.7, [2001:db8:ffff::1]:443", "203.0.113.7"],
  ["IPv6 that could end in a port", "10.0.0.1", "2001:db8::7:443", "2001:db8::7:443"],
  ["a port without an IP address", "10.0.0.1", ":443", "10.0.0.1"],
  ["a port that is no number", "10.0.0.1", "203.0.113.7:http", "10.0.0.1"],
  ["a port that never ends", "10.0.0.1", "203.0.113.7:123456", "10.0.0.1"],
  ["something before the brackets", "10.0.0.1", "x[2001:db8::7]", "10.0.0.1"],
  ["something before the port", "10.0.0.1", "x203.0.113.7:443", "10.0.0.1"],
  ["something behind the brackets", "10.0.0.1", "[2001:db8::7]x", "10.0.0.1"],
  ["brackets that hold nothing", "10.0.0.1", "[]:443", "10.0.0.1"],
  ["brackets that are not closed", "10.0.0.1", "[2001:db8::7", "10.0.0.1"],
  ["an unknown peer", undefined, "203.0.113.7", null],
];

describe("the client of a request", () => {
  it.each(CASES)("with %s", (...[, peer, forwarded, client]) => {
    expect(clientAddress(requestFrom(peer, forwarded), PROXIES)).toEqual(
      describeAddress(client ?? undefined),
    );
  });

  it("is the peer, whatever it says, where no proxy is trusted", () => {
    for (const peer of ["127.0.0.1", "::1", "10.0.0.1"])
      expect(clientAddress(requestFrom(peer, "203.0.113.7"), null).ipAddress).toBe(peer);
  });
});

describe("a stranger", () => {
  it("is every peer that is no trusted proxy, one without an IP address too", () => {
    const strangers = ["10.0.0.1", "::1", "198.51.100.1", undefined].map((peer) =>
      isStranger(requestFrom(peer), PROXIES),
    );
    expect(strangers).toEqual([false, false, true, true]);
  });

  it("is everybody where no proxy is trusted", () => {
    expect(isStranger(requestFrom("10.0.0.1"), null)).toBe(true);
  });
});

describe("the list of proxies", () => {
  it.each([
    "10.0.0.1",
    "10.0.0.0/8",
    "0.0.0.0/32",
    "::1",
    "2001::/16",
    "2001:db8::/32",
    "2001:DB8::/128",
    "fd00::/8",
    "::ffff:10.0.0.9",
    "::ffff:10.0.0.0/104",
  ])("takes %s", (entry) => {
    expect(trustedProxies([entry]).rules).toHaveLength(1);
  });

  it.each([
    "",
    "true",
    "loopback",
    "*",
    "proxy.example.com",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/1.5",
    "10.0.0.0/x",
    "::/129",
    "10.0.0",
    "10.0.0.1:80",
    "[::1]",
    "/8",
    // What a network without its length, or with a length in another spelling, would have come to:
    // everybody.
    "10.0.0.0/",
    "10.0.0.0/ ",
    "10.0.0.0/8/",
    "10.0.0.0/8/9",
    "10.0.0.0/08",
    "10.0.0.0/+8",
    "10.0.0.0/0x8",
    "10.0.0.0/1e1",
    "10.0.0.0/8\n",
    " 10.0.0.0/8",
    "::/",
    "::/064",
    "fe80::1%eth0",
    "fe80::%eth0/64",
  ])("refuses %j by name", (entry) => {
    expect(() => trustedProxies(["10.0.0.1", entry])).toThrow(
      new TypeError(`${entry} is neither an IP address nor a network`),
    );
  });

  it.each([
    "0.0.0.0/0",
    "0.0.0.0/7",
    "128.0.0.0/1",
    "10.0.0.0/7",
    "::/0",
    "::/15",
    "2000::/3",
    "2001::/15",
    "fc00::/7",
    // Only what begins with fc or fd is private.
    "2001:fd00::/15",
    // All of IPv4, in other words.
    "::ffff:0:0/96",
    "::ffff:10.0.0.0/103",
    "::ffff:10.0.0.9/64",
    "::/80",
  ])("refuses %s, which strangers are in", (entry) => {
    expect(() => trustedProxies(["10.0.0.1", entry])).toThrow(
      new RangeError(`${entry} is too wide to be trusted: at least /8, or /16 for IPv6`),
    );
  });

  it("trusts a mapped network like the one of IPv4", () => {
    const mapped = trustedProxies(["::ffff:10.0.0.0/104"]);
    expect(clientAddress(requestFrom("10.1.2.3", "203.0.113.7"), mapped).ipAddress).toBe(
      "203.0.113.7",
    );
    expect(clientAddress(requestFrom("11.1.2.3", "203.0.113.7"), mapped).ipAddress).toBe(
      "11.1.2.3",
    );
  });

  it("trusts no IP address by a network of the other family", () => {
    const ipv4 = trustedProxies(["10.0.0.0/8"]);
    expect(clientAddress(requestFrom("2001:db8::1", "203.0.113.7"), ipv4).ipAddress).toBe(
      "2001:db8::1",
    );
  });
});
