type Table = readonly (readonly [pattern: RegExp, name: string])[];

// The order counts: many browsers name those they descend from, too.
const BROWSERS: Table = [
  [/\bEdgA?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Headless)?Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: Table = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (table: Table, text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** A browser and its system, as far as they tell: "Firefox on Windows". */
export function describeDevice(userAgent: string | null): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent ?? ""), nameIn(SYSTEMS, userAgent ?? "")];
  if (browser === undefined) return system ?? "Unknown device";
  return system === undefined ? browser : `${browser} on ${system}`;
}

export const isHandheld = (userAgent: string | null): boolean =>
  /\b(iPhone|iPad|Android)\b/.test(userAgent ?? "");
