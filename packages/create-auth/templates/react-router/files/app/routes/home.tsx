import { appAuth } from "../auth.server";
import type { Route } from "./+types/home";

export async function loader({ request }: Route.LoaderArgs) {
  const { readSession } = await appAuth();
  const { caller } = await readSession(request);
  return { email: caller?.user.email ?? null };
}

export default function Home({ loaderData: { email } }: Route.ComponentProps) {
  return <p>{email === null ? "You are not signed in." : `Signed in as ${email}.`}</p>;
}
