import { printable } from "../config/printable.js";
import { type Answer, EXIT } from "./command.js";

/** The result of one check, and what to do about it. */
export interface Diagnosis {
  readonly check: string;
  readonly status: "ok" | "warning" | "problem";
  readonly text: string;
  /** What to do; null when it is well. */
  readonly advice: string | null;
}

export const ok = (check: string, text: string): Diagnosis => ({
  check,
  status: "ok",
  text,
  advice: null,
});
export const warning = (check: string, text: string, advice: string): Diagnosis => ({
  check,
  status: "warning",
  text,
  advice,
});
export const problem = (check: string, text: string, advice: string): Diagnosis => ({
  check,
  status: "problem",
  text,
  advice,
});

/** Fails when there is a problem; warnings do not fail it. */
export function answerOf(diagnoses: readonly Diagnosis[]): Answer {
  const failed = diagnoses.some(({ status }) => status === "problem");
  return {
    json: { healthy: !failed, checks: diagnoses },
    text: diagnoses.map(lineOf).join("\n"),
    exitCode: failed ? EXIT.failed : EXIT.done,
  };
}

const lineOf = ({ check, status, text, advice }: Diagnosis): string =>
  `${status.padEnd(7)}  ${check}: ${printable(text)}${advice === null ? "" : `\n         → ${advice}`}`;

/** What a thrown value says, without what a driver may have put into it. */
export const reasonOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return "an unknown failure";
  const { cause } = thrown;
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return `${thrown.message}${code}`;
};
