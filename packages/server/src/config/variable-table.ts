import { PROVIDER_VARIABLES } from "./provider-variables.js";
import type { Variable } from "./variable.js";
import { VARIABLES } from "./variables.js";

type Row = [name: string, variable: Variable];

/** The table of docs/configuration.md. */
export function variableTable(): string {
  const rows = allRows().map(
    ([name, variable]) => `| \`${name}\` | ${defaultOf(variable)} | ${variable.doc} |`,
  );
  return ["| variable | default | what it is for |", "|---|---|---|", ...rows, ""].join("\n");
}

/** Every variable, those of several providers after those of the one. */
function allRows(): readonly Row[] {
  const rows = Object.entries(VARIABLES);
  const named = Object.entries<Variable>(PROVIDER_VARIABLES).map(([end, variable]): Row => [
    `IDP_<NAME>_${end}`,
    variable,
  ]);
  const place = rows.findLastIndex(([name]) => name.startsWith("IDP_")) + 1;
  return rows.toSpliced(place, 0, ...named);
}

function defaultOf({ required, fallback, otherwise }: Variable): string {
  if (required === "always") return "**required**";
  const usual = fallback === undefined ? (otherwise ?? "–") : `\`${fallback}\``;
  return required ? `${usual}; **required** ${required}` : usual;
}
