/**
 * The native library. `imports` in package.json names this module, so that bundles for workerd have
 * another.
 */
export { hash, verify } from "@node-rs/argon2";
