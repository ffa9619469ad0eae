/** How many sessions there are for each user, and users for each organization. */
export const SESSIONS_PER_USER = 5;
export const USERS_PER_ORGANIZATION = 10;

/** Ids and tokens as SQL makes them too: a number, filled up to the length of a real one. */
const idOf = (index: number): string =>
  `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`;
/** The token of a session. */
export const tokenOf = (index: number): string => String(index).padStart(43, "0");

/** What the browser of session `index` sends: its token, and its user's organization as the active one. */
function cookieOf(index: number): string {
  const user = Math.floor(index / SESSIONS_PER_USER);
  return `session=${tokenOf(index)}; active-org=${idOf(Math.floor(user / USERS_PER_ORGANIZATION))}`;
}

const SAMPLE = 20_000;

/** Cookies of up to 20,000 of `sessions` sessions, evenly spread, in an order that jumps about. */
export function cookiesOf(sessions: number): readonly string[] {
  const count = Math.min(sessions, SAMPLE);
  const step = sessions / count;
  // 7,919 is prime and no factor of any count here, so every place comes once.
  return Array.from({ length: count }, (_, place) =>
    cookieOf(Math.floor(((place * 7_919) % count) * step)),
  );
}
