import { type Dialect, type LimitNode, SqliteQueryCompiler } from "kysely";
import { Placeholder } from "../statement.js";
import { sqliteDialect } from "./sqlite-driver.js";

/**
 * Compiles the statements of the stores so that SQLite plans each of them once. Where a plan may
 * depend on a parameter – in a limit, or beside the condition of a partial index – SQLite plans
 * anew whenever the parameter is bound, which takes several times as long as the statement.
 */
class StatementCompiler extends SqliteQueryCompiler {
  /** What is the same each time stands in the text. */
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) super.appendValue(value);
    else this.appendImmediateValue(value);
  }

  /** SQLite looks for a number in a limit that is one parameter, and in no sum. */
  protected override visitLimit(node: LimitNode): void {
    const before = this.numParameters;
    super.visitLimit(node);
    if (this.numParameters > before) this.append(" + 0");
  }
}

/**
 * Compiles what the stores run. An application's own statements bring values that belong into no
 * text.
 */
export const statementDialect: Dialect = {
  ...sqliteDialect,
  createQueryCompiler: () => new StatementCompiler(),
};
