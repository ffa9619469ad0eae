import { expect, it } from "vitest";
import { deviceOf } from "./device.js";

const GECKO = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const DROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [GECKO, "Firefox", "Windows"],
  [`${MAC} Chrome/130.0.0.0 Safari/537.36`, "Chrome", "macOS"],
  [`${MAC} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, "Edge", "macOS"],
  [`${MAC} Chrome/130.0.0.0 Safari/537.36 OPR/114.0.0.0`, "Opera", "macOS"],
  [`${MAC.replace("537.36", "605.1.15")} Version/17.5 Safari/605.1.15`, "Safari", "macOS"],
  [`${PHONE} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari", "iPhone"],
  [`${PHONE} CriOS/130.0 Mobile/15E148 Safari/604.1`, "Chrome", "iPhone"],
  [`${PHONE} FxiOS/131.0 Mobile/15E148 Safari/605.1.15`, "Firefox", "iPhone"],
  [`${PHONE.replaceAll("iPhone", "iPad")} Version/17.5 Safari/604.1`, "Safari", "iPad"],
  [`${DROID} Chrome/130.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [
    `${DROID} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130.0.0.0 Safari/537.36", "Chrome", "ChromeOS"],
  ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/130.0.0.0 Safari/537.36", "Chrome", "Linux"],
  ["Mozilla/5.0 (X11; Linux x86_64)", null, "Linux"],
  ["Mozilla/5.0 (Haiku x86_64) Firefox/131.0", "Firefox", null],
  [`${DROID} Chrome/130.0.0.0 Mobile Safari/537.36 EdgA/130.0.0.0`, "Edge", "Android"],
  [`${PHONE} EdgiOS/130.0 Mobile/15E148 Safari/605.1.15`, "Edge", "iPhone"],
])("the device of %s is %s on %s", (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});

it.each([null, "", "curl/8.5.0", "<script>Firefox</script>", "x".repeat(512)])(
  "a device that says nothing known is unknown, and nothing of the header is kept: %s",
  (userAgent) => {
    expect(deviceOf(userAgent)).toBeNull();
  },
);
