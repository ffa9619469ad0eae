/**
 * Domains whose names lead to no host of the public internet (IANA special-use domain names, and
 * `internal`, which ICANN keeps for private use).
 */
const NOT_PUBLIC: readonly string[] = [
  ...["alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test"],
];

/**
 * Whether a host name can belong to a host of the public internet: it has a domain, which is not for
 * another use. What it resolves to is not known by that.
 * @param hostname of `new URL(…)`: in lower case
 */
export function isPublicName(hostname: string): boolean {
  const labels = hostname.replace(/\.$/, "").split(".");
  return labels.length > 1 && labels.every(Boolean) && !NOT_PUBLIC.includes(labels.at(-1) ?? "");
}
