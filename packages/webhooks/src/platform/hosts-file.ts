import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";

/**
 * The file of the operating system that gives names to IP addresses, before any name server is
 * asked.
 */
export const HOSTS_FILE =
  process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";

/**
 * Returns the IP addresses that the text of a hosts file gives a host, in their order. The case of
 * names does not count (RFC 952).
 */
export function addressesIn(text: string, hostname: string): readonly LookupAddress[] {
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.some((name) => name.toLowerCase() === hostname)
      ? [{ address, family }]
      : [];
  });
}
