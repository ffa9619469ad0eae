import { expect, it } from "vitest";
import { createLanguages } from "./languages.js";
import { wordsOf } from "./words.js";

const words = wordsOf(await createLanguages().load("en"));

it("durations and days are said with their unit, in full hours where there are no minutes left", () => {
  expect([1, 10, 60, 90, 120, 1_440].map((minutes) => words.duration(minutes))).toEqual([
    "1 minute",
    "10 minutes",
    "1 hour",
    "90 minutes",
    "2 hours",
    "24 hours",
  ]);
  expect([1, 7].map((count) => words.days(count))).toEqual(["1 day", "7 days"]);
});

it("an instant is said in words and in UTC, wherever the server stands", () => {
  const instant = "2026-12-21T23:30:00.000Z";
  expect(words.day(instant)).toBe("December 21, 2026");
  // Between the time and PM stands a space at which no line is broken.
  expect(words.instant(instant)).toMatch(/^December 21, 2026 at 11:30\sPM UTC$/);
});

it("of many names the first three are listed, and how many more there are", () => {
  expect(words.list(["Acme"])).toBe("Acme");
  expect(words.list(["Acme", "Beta", "Gamma"])).toBe("Acme, Beta, and Gamma");
  expect(words.list(["Acme", "Beta", "Gamma", "Delta", "Epsilon"])).toBe(
    "Acme, Beta, Gamma, and 2 more",
  );
});
