import { describe, expect, it } from "vitest";
import { describeAddress } from "./peer.js";

const UNKNOWN = { ipAddress: null, network: "unknown" };

describe("a client's IP address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1", "192.0.2.1"],
    ["0.0.0.0", "0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255", "255.255.255.255"],
    // An IPv4 client is one client, however the system spells it.
    ["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1", "192.0.2.1"],
    ["::ffff:C000:0201", "192.0.2.1", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"],
    ["0000:0000:0000:0000:0000:ffff:c000:0201", "192.0.2.1", "192.0.2.1"],
    ["::ffff:0.0.0.0", "0.0.0.0", "0.0.0.0"],
    ["::ffff:255.255.255.255", "255.255.255.255", "255.255.255.255"],
    ...["0.9.10.99", "100.199.200.249", "250.255.1.19"].map((text) => [text, text, text] as const),
    // Looks alike, but is not mapped.
    ["::192.0.2.1", "::c000:201", "0:0:0:0::/64"],
    ["::ffff:0:192.0.2.1", "::ffff:0:c000:201", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b::c000:201", "64:ff9b:0:0::/64"],
    ["1::ffff:192.0.2.1", "1::ffff:c000:201", "1:0:0:0::/64"],
    // IPv6 in canonical text, counted by its /64.
    ["2001:db8::1", "2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1", "2001:db8:0:1::/64"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3", "1:0:0:2::/64"],
    ["1::2:3:4:5:6", "1::2:3:4:5:6", "1:0:0:2::/64"],
    ["::", "::", "0:0:0:0::/64"],
    ["::1", "::1", "0:0:0:0::/64"],
    ["1::", "1::", "1:0:0:0::/64"],
    // A zone is the server's own business.
    ["fe80::1%eth0", "fe80::1", "fe80:0:0:0::/64"],
    ["fe80::1%25en0", "fe80::1", "fe80:0:0:0::/64"],
    ["::ffff:192.0.2.1%lo", "192.0.2.1", "192.0.2.1"],
  ])("%s is %s and counts as %s", (text, ipAddress, network) => {
    expect(describeAddress(text)).toEqual({ ipAddress, network });
  });

  it.each([
    undefined,
    "",
    " ",
    "localhost",
    "unknown",
    "_hidden",
    "192.0.2",
    "192.0.2.256",
    "192.0.2.1.1",
    "192.0.2.01",
    "0300.0.2.1",
    "0xC0000201",
    "3221225985",
    "192.0.2.1:8080",
    "[::1]",
    "[::1]:8080",
    "::1:8080:",
    "1::2::3",
    "12345::",
    "2001:db8::g",
    "2001:db8::1/64",
    "192.0.2.1/32",
    "%eth0",
    "192.0.2.1, 198.51.100.1",
    " 192.0.2.1",
    "::ffff:192.0.2.256",
    "1".repeat(10_000),
  ])("cannot be told from %.40j, and shares one budget with its like", (text) => {
    expect(describeAddress(text)).toEqual(UNKNOWN);
  });

  it("of one /64 is one client, and of the next another", () => {
    const networks = ["2001:db8:1:2::1", "2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:3::1"].map(
      (text) => describeAddress(text).network,
    );
    expect(networks[0]).toBe(networks[1]);
    expect(networks[2]).not.toBe(networks[0]);
  });
});
