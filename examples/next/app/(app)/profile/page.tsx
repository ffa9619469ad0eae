import { requireCaller } from "../../../lib/session";
import { rename } from "../actions";
import { TextForm } from "../text-form";

export default async function ProfilePage() {
  const { user } = await requireCaller("/profile");
  return (
    <>
      <h1>Profile of {user.email}</h1>
      <TextForm action={rename} label="Name" value={user.name ?? ""} />
    </>
  );
}
