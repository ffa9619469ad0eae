export { readPublicApi } from "./public-api.js";
export { undocumented } from "./undocumented.js";
