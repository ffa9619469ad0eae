import { describe, expect, it } from "vitest";
import { isPublicAddress, isWithin, readNetworks } from "./public-addresses.js";

describe("public addresses", () => {
  it.each([
    ["this network", "0.0.0.0"],
    ["private, of class A", "10.255.255.255"],
    ["carrier-grade NAT, first", "100.64.0.0"],
    ["carrier-grade NAT, last", "100.127.255.255"],
    ["loopback", "127.0.0.1"],
    ["all of loopback", "127.255.255.254"],
    ["the wire server of Azure", "168.63.129.16"],
    ["link-local, with the metadata of a cloud", "169.254.169.254"],
    ["private, of class B", "172.31.255.255"],
    ["protocol assignments", "192.0.0.170"],
    ["a relay of 6to4", "192.88.99.1"],
    ["private, of class C", "192.168.1.1"],
    ["benchmarks", "198.19.0.1"],
    ["documentation", "203.0.113.9"],
    ["multicast", "239.255.255.250"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified in IPv6", "::"],
    ["loopback in IPv6", "::1"],
    ["mapped loopback", "::ffff:127.0.0.1"],
    ["a mapped public address", "::ffff:8.8.8.8"],
    ["a mapped address in hexadecimal", "::ffff:a00:1"],
    ["a compatible address", "::127.0.0.1"],
    ["NAT64", "64:ff9b::7f00:1"],
    ["local NAT64", "64:ff9b:1::a00:1"],
    ["discarded", "100::1"],
    ["Teredo", "2001::1"],
    ["documentation in IPv6", "2001:db8::1"],
    ["6to4 of loopback", "2002:7f00:1::1"],
    ["newer documentation in IPv6", "3fff::1"],
    ["unique local", "fd00::1"],
    ["link-local in IPv6", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["a public address with a zone", "2606:4700::1%eth0"],
    ["multicast in IPv6", "ff02::1"],
    ["no address", "example.com"],
    ["nothing", ""],
  ])("%s is not public", (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "172.32.0.1",
    "192.169.0.1",
    "223.255.255.255",
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(["2606:4700:4700::1111", "2a00:1450::1", "2001:4860:4860::8888"])(
    "%s is public in IPv6",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("networks of an operator", () => {
  it("hold what is in them, in either family, and nothing else", () => {
    const networks = readNetworks(["127.0.0.0/8", "10.1.2.3", "fd00:1::/32"]);
    for (const address of ["127.0.0.1", "127.9.9.9", "10.1.2.3", "fd00:1:2::9"])
      expect(isWithin(networks, address), address).toBe(true);
    for (const address of [
      "128.0.0.1",
      "10.1.2.4",
      "fd00:2::1",
      "::ffff:127.0.0.1",
      "fd00:1::1%eth0",
      "localhost",
    ])
      expect(isWithin(networks, address), address).toBe(false);
  });

  it.each([
    "",
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8x",
    "fd00::/129",
    "fe80::1%lo/64",
  ])("%j is none", (text) => {
    expect(() => readNetworks([text])).toThrow(RangeError);
  });
});
