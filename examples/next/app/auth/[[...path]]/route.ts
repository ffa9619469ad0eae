/** The ready pages: `/auth` and every path below it. */
export { GET, POST } from "../../api/[...path]/route";
