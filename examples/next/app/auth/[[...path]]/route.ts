/** The ready pages: `/auth` itself, and all below it. */
export { GET, POST } from "../../api/[...path]/route";
