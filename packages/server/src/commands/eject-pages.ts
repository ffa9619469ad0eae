import { answerEject, type Ejectable, EjectFailure, readEjectable } from "@acme/auth-pages/eject";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";

/**
 * Copies templates of the ready pages, or says what has become of those that were copied.
 * @param read returns the files of the package
 */
export async function ejectPages(
  { values, options }: Pick<Invocation, "values" | "options">,
  read: () => Ejectable = readEjectable,
): Promise<Answer> {
  const { DIR: folder = "", NAMES } = values;
  try {
    const { json, text } = answerEject({
      folder,
      names: NAMES?.split(",") ?? [],
      files: read(),
      diff: options["diff"] === true,
      accept: options["accept"] === true,
      force: options["force"] === true,
    });
    return { json, text: text.map((verbatim) => ({ verbatim })) };
  } catch (thrown) {
    if (thrown instanceof EjectFailure) throw new CommandFailure(thrown.message, EXIT.misused);
    throw thrown;
  }
}
