const PREFIXES = [
  "SERVICE_AUTH_",
  "IDP_",
  "RP_",
  "RELATED_",
  "PASSKEY_",
  "SECOND_FACTOR_",
  "DELETION_",
  "SMTP_",
  "AUTH_IP_",
  "SESSION_FRESH_",
  "PASSWORD_",
  "REQUIRE_EMAIL_",
  "SESSION_IDLE_",
  "SIGN_IN_",
  "SIGN_UP_",
  "METRICS_",
];
const MAX_EDITS = 2;
/** Names that are one letter from ours and mean something else to others. */
const OTHERS = ["HOME", "API_URL", "PAGER"];

/** A name that is not known, with the known name it was probably meant to be. */
export interface MisspeltName {
  readonly name: string;
  readonly meant: string;
}

const isOurs = (name: string): boolean => PREFIXES.some((prefix) => name.startsWith(prefix));

/**
 * Returns the misspelt variables among those that have one of our prefixes, so that no other
 * program can have meant them.
 */
export function misspeltNames(
  present: readonly string[],
  known: readonly string[],
): readonly MisspeltName[] {
  const unknown = present.filter((name) => isOurs(name) && !known.includes(name));
  return unknown.flatMap((name) => {
    const [nearest] = known
      .map((meant) => ({ name, meant, distance: editDistance(name, meant) }))
      .sort((one, other) => one.distance - other.distance);
    return nearest && nearest.distance <= MAX_EDITS ? [{ name, meant: nearest.meant }] : [];
  });
}

/**
 * Returns the variables that are one letter or one transposition from a known name, and may as well
 * be another program's.
 */
export const nearMisses = (
  present: readonly string[],
  known: readonly string[],
): readonly MisspeltName[] =>
  present
    .filter((name) => !isOurs(name) && !known.includes(name) && !OTHERS.includes(name))
    .flatMap((name) => {
      const meant = known.find((candidate) => isOneSlip(name, candidate));
      return meant === undefined ? [] : [{ name, meant }];
    });

/**
 * Whether one letter is added, missing or another, or two neighbours have changed places. Compares
 * once, because a start compares every variable there is.
 */
function isOneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  const isTransposed = left.length === 2 && right === `${left.charAt(1)}${left.charAt(0)}`;
  return isTransposed || (left.length <= 1 && right.length <= 1);
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
