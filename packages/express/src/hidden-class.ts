import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * From this version of V8 on, that of Node 24, objects whose prototype is exchanged alike have one
 * hidden class.
 */
const FIRST_SHARING_V8 = 13;
const shares = Number.parseInt(process.versions.v8, 10) >= FIRST_SHARING_V8;

/**
 * Gives requests and responses of Express one hidden class each. Express exchanges their
 * prototypes, after which each object has a class of its own in older versions of V8: every
 * property of it is looked up the slow way, by node:http too, which is a sixth of what a session
 * check costs. Nothing else changes.
 */
export function shareHiddenClass(request: IncomingMessage, response: ServerResponse): void {
  if (shares || !("app" in response)) return;
  makeDictionary(request);
  makeDictionary(response);
}

const FIRST = Symbol("first");
const LAST = Symbol("last");

/**
 * Dictionaries have one class. An object becomes one when a property is deleted that was not the
 * last to be added.
 */
function makeDictionary(object: object): void {
  Reflect.set(object, FIRST, true);
  Reflect.set(object, LAST, true);
  Reflect.deleteProperty(object, FIRST);
  Reflect.deleteProperty(object, LAST);
}
