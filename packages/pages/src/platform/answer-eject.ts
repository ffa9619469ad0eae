import { changesText } from "../ejecting/compare.js";
import { EjectFailure } from "../ejecting/ejectable-files.js";
import { acceptEjected, diffEjected, eject, type EjectRequest } from "./eject.js";

/** What the command `eject` is told. */
export interface EjectCommand extends EjectRequest {
  /** Shows what has changed, and writes nothing. */
  readonly diff?: boolean;
  /** Records what the package has now as taken over. */
  readonly accept?: boolean;
}

/** What the command `eject` says: for programs, and the same for people, in paragraphs. */
export interface EjectAnswer {
  readonly json: unknown;
  readonly text: readonly string[];
}

/**
 * Carries out the command `eject` of `auth-pages` and of `auth-server`.
 * @throws {EjectFailure} with what is wrong with it
 */
export function answerEject({ diff, accept, force, ...request }: EjectCommand): EjectAnswer {
  if ([diff, accept, force].filter(Boolean).length > 1)
    throw new EjectFailure("Give one of --diff, --accept and --force.");
  if (diff) {
    const changes = diffEjected(request);
    return { json: { changes }, text: [changesText(changes)] };
  }
  if (accept) {
    const accepted = acceptEjected(request);
    const text = `Recorded ${files(accepted)}: --diff shows what the package changes from now on.`;
    return { json: { accepted }, text: [text] };
  }
  const { written, kept, usage } = eject({ ...request, ...(force && { force }) });
  const { folder } = request;
  return {
    json: { written, kept, usage },
    text: [
      ...(written.length > 0 ? [`Wrote ${files(written)} to ${folder}.`] : []),
      ...(kept.length > 0
        ? [
            `Kept ${files(kept)} that ${kept.length === 1 ? "exists" : "exist"} already: ${kept.join(", ")}. To overwrite, give --force.`,
          ]
        : []),
      ...(usage === "" ? [] : ["Use them:", usage]),
    ],
  };
}

const files = ({ length }: readonly string[]): string =>
  length === 1 ? "1 file" : `${length} files`;
