import { type Variable, VARIABLES } from "./variables.js";

/** The README's configuration table. */
export function variableTable(): string {
  const rows = Object.entries<Variable>(VARIABLES).map(
    ([name, variable]) => `| \`${name}\` | ${defaultOf(variable)} | ${variable.doc} |`,
  );
  return ["| variable | default | what it is for |", "|---|---|---|", ...rows, ""].join("\n");
}

function defaultOf({ required, fallback, otherwise }: Variable): string {
  if (required === "always") return "**required**";
  const usual = fallback === undefined ? (otherwise ?? "–") : `\`${fallback}\``;
  return required ? `${usual}; **required** ${required}` : usual;
}
