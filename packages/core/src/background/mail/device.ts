/**
 * What a header `User-Agent` says of a device, in words of our own: nothing of the header itself
 * gets into a mail.
 */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

type Names = readonly (readonly [name: string, mark: RegExp])[];

/** Browsers name those that they descend from, so the descendants come first. */
const BROWSERS: Names = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: Names = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(?:intosh| OS X)\b/],
  ["Linux", /\bLinux\b/],
];

/**
 * Returns the browser and the system that a header `User-Agent` names; null when it names none that
 * is known.
 */
export function deviceOf(userAgent: string | null): Device | null {
  if (userAgent === null) return null;
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  return browser || system ? { browser, system } : null;
}

const firstOf = (names: Names, text: string): string | null =>
  names.find(([, mark]) => mark.test(text))?.[0] ?? null;
