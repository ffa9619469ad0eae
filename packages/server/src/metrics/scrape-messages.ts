import type { Worker } from "node:cluster";
import type { Measuring, Snapshot } from "./measuring.js";

/** How long a process may take to answer. */
export const ANSWER_TIMEOUT_MS = 2_500;

/** What the primary process asks a serving process. */
interface Question {
  readonly scrape: number;
}

interface Answer extends Question {
  readonly snapshot: Snapshot;
}

const isQuestion = (message: unknown): message is Question =>
  typeof message === "object" && message !== null && "scrape" in message;
const isAnswer = (message: unknown): message is Answer =>
  isQuestion(message) && "snapshot" in message;

/** Gives the metrics of this process to the primary process whenever it asks. */
export function answerScrapes(measuring: Measuring): void {
  process.on("message", (message: unknown) => {
    if (!isQuestion(message)) return;
    void measuring
      .snapshot()
      .then((snapshot) => process.send?.({ scrape: message.scrape, snapshot } satisfies Answer));
  });
}

let asked = 0;

/**
 * Asks a serving process for its metrics. Resolves with null when it ends or does not answer in
 * time.
 */
export const askForSnapshot = (worker: Worker): Promise<Snapshot | null> =>
  new Promise((resolve) => {
    const scrape = ++asked;
    const timeout = setTimeout(() => settle(null), ANSWER_TIMEOUT_MS);
    const hear = (message: unknown): void => {
      if (isAnswer(message) && message.scrape === scrape) settle(message.snapshot);
    };
    const end = (): void => settle(null);
    function settle(snapshot: Snapshot | null): void {
      clearTimeout(timeout);
      worker.off("message", hear).off("exit", end);
      resolve(snapshot);
    }
    worker.on("message", hear).once("exit", end);
    worker.send({ scrape } satisfies Question, (failure) => failure && settle(null));
  });
