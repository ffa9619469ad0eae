/**
 * The command `eject`, for programs: templates of the package, copied into an application.
 *
 * @packageDocumentation
 */
export type { FileChange } from "./ejecting/compare.js";
export { type Ejectable, EjectFailure } from "./ejecting/ejectable-files.js";
export { answerEject, type EjectAnswer, type EjectCommand } from "./platform/answer-eject.js";
export {
  acceptEjected,
  diffEjected,
  eject,
  type Ejected,
  type EjectRequest,
  readEjectable,
} from "./platform/eject.js";
