import { deviceOf } from "@acme/auth-core/surface";
import type { Kit } from "../../kit.js";

/** What a browser says of itself, in our words: "Chrome on macOS"; null when it is not known. */
export function deviceName(userAgent: string | null, { texts }: Kit): string | null {
  const { browser = null, system = null } = deviceOf(userAgent) ?? {};
  return browser && system ? texts.devices.browserOn(browser, system) : (browser ?? system);
}

const HANDHELD: ReadonlySet<string | null | undefined> = new Set(["iPhone", "iPad", "Android"]);

/** Whether it is a telephone or a tablet. */
export const isHandheld = (userAgent: string | null): boolean =>
  HANDHELD.has(deviceOf(userAgent)?.system);
