const PREFIXES = [
  "SERVICE_AUTH_",
  "IDP_",
  "RP_",
  "DELETION_",
  "SMTP_",
  "AUTH_IP_",
  "SESSION_FRESH_",
  "PASSWORD_",
  "METRICS_",
];
const MAX_EDITS = 2;

/** Returns the variables that have one of our prefixes and are not known, each with the known name it was probably meant to be. */
export function misspeltNames(
  present: readonly string[],
  known: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] {
  const unknown = present.filter(
    (name) => PREFIXES.some((prefix) => name.startsWith(prefix)) && !known.includes(name),
  );
  return unknown.flatMap((name) => {
    const [nearest] = known
      .map((meant) => ({ name, meant, distance: editDistance(name, meant) }))
      .sort((one, other) => one.distance - other.distance);
    return nearest && nearest.distance <= MAX_EDITS ? [{ name, meant: nearest.meant }] : [];
  });
}

/** The Levenshtein distance: insertions, deletions and replacements between two texts. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const letter of one) {
    const [first = 0, ...rest] = row;
    let diagonal = first;
    let left = first + 1;
    row = [left];
    for (const [column, above] of rest.entries()) {
      left = Math.min(above + 1, left + 1, diagonal + (letter === other[column] ? 0 : 1));
      diagonal = above;
      row.push(left);
    }
  }
  return row.at(-1) ?? 0;
}
