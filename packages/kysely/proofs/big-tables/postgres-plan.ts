/** What `explain (format json)` says of one step. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Plan Rows": number;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface JudgedPlan {
  readonly steps: readonly string[];
  readonly faults: readonly string[];
}

/** More rows than this are neither sorted nor read by a statement for one user or organization. */
const MAX_ROWS = 50_000;

const describe = (node: PlanNode): string =>
  [node["Node Type"], node["Index Name"] ?? node["Relation Name"]].filter(Boolean).join(" ");

/** Tables that are big enough for a plan to say something. */
export type BigTables = ReadonlySet<string>;

function indexFaultOf(node: PlanNode, limited: boolean): string | null {
  if (!/^Index (Only )?Scan/.test(node["Node Type"]) || node["Index Cond"] !== undefined)
    return null;
  if (!limited) return "reads the whole index";
  return node.Filter === undefined ? null : "walks the index past rows that do not match";
}

function faultOf(node: PlanNode, limited: boolean): string | null {
  const { "Node Type": type, "Plan Rows": rows } = node;
  if (type === "Seq Scan") return "reads the whole table";
  // Under a limit, an incremental sort ends with the rows of a few instants.
  const endsEarly = limited && type === "Incremental Sort";
  if (type.endsWith("Sort") && rows > MAX_ROWS && !endsEarly) return `sorts ${rows} rows`;
  if (type.includes("Scan") && !limited && rows > MAX_ROWS) return `reads ${rows} rows`;
  return indexFaultOf(node, limited);
}

/** Every step of a plan, and what must not be in the plan of a big table. */
export function judgePlan(root: PlanNode, big: BigTables): JudgedPlan {
  const steps: string[] = [];
  const faults: string[] = [];
  const visit = (node: PlanNode, limited: boolean): void => {
    const table = node["Relation Name"];
    const fault = table === undefined || big.has(table) ? faultOf(node, limited) : null;
    if (/Scan/.test(node["Node Type"])) steps.push(describe(node));
    if (fault !== null) faults.push(`${describe(node)}: ${fault}`);
    for (const child of node.Plans ?? []) visit(child, limited || node["Node Type"] === "Limit");
  };
  visit(root, false);
  return { steps, faults };
}
