import { Lost } from "../../layout/lost.tsx";
import { BackToMyAds } from "./back-to-my-ads.tsx";

/** For a listing that does not exist or belongs to somebody else. */
export function OwnAdNotFound() {
  return (
    <Lost
      title="Ad Not Found"
      text="None of your listings is here. You may have deleted it, or the address is mistyped."
    >
      <BackToMyAds />
    </Lost>
  );
}
