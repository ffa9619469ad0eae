/**
 * @typedef {{ word: string, rest: string }} Step
 * @typedef {{ name: string, from: string, steps: readonly Step[] }} Stage
 */

/** What the proof can carry out, or may pass over. */
const KNOWN = [
  "ARG",
  "CMD",
  "COPY",
  "ENV",
  "EXPOSE",
  "HEALTHCHECK",
  "RUN",
  "USER",
  "VOLUME",
  "WORKDIR",
];

/** Reads the stages of a Dockerfile. @param {string} text @returns {readonly Stage[]} */
export function readDockerfile(text) {
  const lines = text
    .replace(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const stages = /** @type {{ name: string, from: string, steps: Step[] }[]} */ ([]);
  for (const line of lines) {
    const [, word = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const [, from = "", name = ""] = (word === "FROM" && /^(\S+) AS (\S+)$/.exec(rest)) || [];
    if (word === "FROM") stages.push({ name, from, steps: [] });
    else if (!KNOWN.includes(word)) throw new Error(`"${word}" is not known: ${line}`);
    else stages.at(-1)?.steps.push({ word, rest });
  }
  return stages;
}

/** The words of a command in the form of a JSON array. @param {string} rest @returns {readonly string[]} */
export const commandOf = (rest) => JSON.parse(rest.slice(rest.indexOf("[")));
