import { data } from "react-router";
import { appAuth } from "../auth.server";
import type { Route } from "./+types/home";

export async function loader({ request }: Route.LoaderArgs) {
  const { personalHeaders, readSession } = await appAuth();
  const { caller } = await readSession(request);
  return data({ email: caller?.user.email ?? null }, { headers: personalHeaders() });
}

/** No cache keeps a page that shows who is signed in. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Home({ loaderData: { email } }: Route.ComponentProps) {
  return <p>{email === null ? "You are not signed in." : `Signed in as ${email}.`}</p>;
}
