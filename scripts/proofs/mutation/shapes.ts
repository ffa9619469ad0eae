/** A change of one place in a source file. */
export interface Mutant {
  /** Its number, the same as long as the sources are. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  /** Where the original stands in the file. */
  readonly range: readonly [start: number, end: number];
}

/** What one run of the tests of a file has shown. */
export interface TestRun {
  readonly tests: readonly { readonly name: string; readonly passed: boolean }[];
  /** What failed first; null when nothing did. */
  readonly failed: string | null;
  readonly timedOut: boolean;
  /** The ids of the mutants whose place was passed, by the test or by the suite (`suite:…`) in whose hook it happened. */
  readonly covered: Readonly<Record<string, readonly string[]>>;
  /** How often the place of each mutant was passed. */
  readonly hits: Readonly<Record<string, number>>;
}

/** What the tests of a file reach. */
export interface Measured extends Pick<TestRun, "failed" | "covered" | "hits"> {
  readonly file: string;
  /** How many tests there are. */
  readonly count: number;
  /** The tests that pass by themselves. */
  readonly alone: readonly string[];
}

/** Names of tests, by their file. */
export interface TestsOfFile {
  readonly file: string;
  readonly tests: readonly string[];
  /** Whether the modules of the sources are loaded anew with the mutant, because its place is passed while its module is loaded. */
  readonly reload: boolean;
}

/** Source files to load, to see which changes that alone passes. */
export interface LoadJob {
  readonly id: string;
  readonly files: readonly string[];
}

export interface MeasureJob {
  readonly file: string;
  /** The tests that pass by themselves, where that is known. */
  readonly alone?: readonly string[];
}

export interface JudgeJob {
  readonly id: string;
  /** How often its place may be passed before it counts as a circle. */
  readonly hitLimit: number;
  readonly files: readonly TestsOfFile[];
}

/** What a worker says of a mutant. */
export interface Verdict {
  readonly id: string;
  readonly status: "Killed" | "Timeout" | "Survived";
  /** The test file that noticed it. */
  readonly by?: string;
  /** The test files that did not. */
  readonly after: readonly Pick<TestsOfFile, "file" | "reload">[];
}

/** What is known of a mutant. */
export interface Finding {
  readonly status: Verdict["status"] | "NoCoverage" | "Broken" | "Compiles";
  /** The version of the test file that noticed it. */
  readonly by?: string;
  /** The versions of those that did not, and whether the modules were loaded anew for them. */
  readonly met: readonly string[];
}

export interface MutantFinding extends Finding {
  readonly mutant: Mutant;
}

/** A change that no test notices, and why that is right. */
export interface AcceptedSurvivor {
  readonly file: string;
  /** The line where the change begins, without the space around it. */
  readonly line: string;
  /** What stands there, and what would: `a → b`. Long code is told by its beginning. */
  readonly change: string;
  /** A sentence. */
  readonly why: string;
}
