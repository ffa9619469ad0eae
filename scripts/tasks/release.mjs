/**
 * Makes a release: versions, changelog, tarballs, bill of materials, commit, tag, and publishes. `--dry-run` does all but the last on a copy and shows
 * what it would do. Loaded when it runs: it needs the dependencies. @param {readonly string[]} args
 */
export const release = async (args) => (await import("../release/release.mjs")).release(args);
