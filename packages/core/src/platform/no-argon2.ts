/**
 * Stands for the native library in bundles that are made for workerd, under the condition `workerd`
 * of `imports` in package.json: bundlers need not read the library then.
 */
const refuse = (): never => {
  throw new Error(
    "this bundle has no argon2: it was made with the condition `workerd`. Bundle without it for a" +
      " platform that loads native add-ons; on workerd, leave navigator.userAgent as it is",
  );
};

export const hash = refuse;
export const verify = refuse;
