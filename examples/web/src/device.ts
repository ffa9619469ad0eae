// The order counts: many browsers name those they descend from, too.
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Headless)?Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
/** Android says that it is Linux, too. */
const SYSTEMS = /iPhone|iPad|Android|Windows|Mac OS X|CrOS|Linux(?!.*Android)/;
const RENAMED: Readonly<Record<string, string>> = { "Mac OS X": "macOS", CrOS: "ChromeOS" };

/** A browser and its system, as far as they tell: "Firefox on Windows". */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const [system] = SYSTEMS.exec(text) ?? [];
  const name = system && (RENAMED[system] ?? system);
  if (!browser) return name ?? "Unknown device";
  return name ? `${browser} on ${name}` : browser;
}

export const isHandheld = (userAgent: string | null): boolean =>
  /iPhone|iPad|Android/.test(userAgent ?? "");
