/** What the pages of features are tested with. Not published. */
export { ADA, enter, openAccount, pathIn, sectionText } from "./account-world.js";
export { Browser, hiddenFields, plainText, type ShownPage } from "./browser.js";
export { PASSWORD, type WorldOptions } from "./open-world.js";
export { passkeyDevice } from "./passkeys.js";
export { htmlFaults } from "./valid-html.js";
