import type { GrantCaller } from "../../store/authenticator.js";
import type { Caller } from "./caller-store.js";

/** Returns whether a caller has presented a grant, and not a session. */
export const isGrantCaller = (caller: Caller | GrantCaller): caller is GrantCaller =>
  caller.by.kind !== "session";
