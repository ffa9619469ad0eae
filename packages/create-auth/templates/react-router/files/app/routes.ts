import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("api/notes", "routes/notes.ts"),
  route("api/*", "routes/auth.ts"),
] satisfies RouteConfig;
