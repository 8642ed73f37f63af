import { NotFoundLayout } from "../../layout/not-found-layout.tsx";
import { BackToMyAds } from "./back-to-my-ads.tsx";

/** For a listing that does not exist or belongs to another user. */
export function OwnAdNotFound() {
  return (
    <NotFoundLayout
      title="Ad Not Found"
      text="You have no listing at this address. You may have deleted it, or the address may be mistyped."
    >
      <BackToMyAds />
    </NotFoundLayout>
  );
}
