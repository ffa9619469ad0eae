/**
 * Domains whose names lead to no host of the public internet: IANA's special-use domain names;
 * `internal`, which ICANN keeps for private use; and those that private networks use although nobody
 * keeps them for that: `corp` and `home`, which ICANN delegates to nobody, `lan` of routers, and
 * `svc` of Kubernetes.
 */
const NOT_PUBLIC: readonly string[] = [
  ...["alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test"],
  ...["corp", "home", "lan", "svc"],
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
