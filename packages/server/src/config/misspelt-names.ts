const PREFIXES = [
  "SERVICE_AUTH_",
  "IDP_",
  "RP_",
  "DELETION_",
  "SMTP_",
  "AUTH_IP_",
  "SESSION_FRESH_",
  "PASSWORD_",
];
const NEAR = 2;

/** Names in the environment that are surely meant for us and are not ours, each with the name that was probably meant. */
export function misspeltNames(
  present: readonly string[],
  known: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] {
  const strangers = present.filter(
    (name) => PREFIXES.some((prefix) => name.startsWith(prefix)) && !known.includes(name),
  );
  return strangers.flatMap((name) => {
    const [nearest] = known
      .map((meant) => ({ name, meant, distance: editDistance(name, meant) }))
      .sort((one, other) => one.distance - other.distance);
    return nearest && nearest.distance <= NEAR ? [{ name, meant: nearest.meant }] : [];
  });
}

/** Levenshtein: insertions, deletions and replacements between two texts. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [column, facing] of Array.from(other).entries()) {
      next.push(
        Math.min(
          row[column + 1]! + 1,
          next[column]! + 1,
          row[column]! + (letter === facing ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row[other.length]!;
}
