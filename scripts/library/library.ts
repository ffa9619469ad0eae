export { readPublicApi } from "./public-api.js";
export { undocumented } from "./undocumented.js";
export { libraryDocument } from "./library-document.js";
