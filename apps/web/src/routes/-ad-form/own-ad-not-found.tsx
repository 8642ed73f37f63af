import { Lost } from "../../layout/lost.tsx";
import { BackToMyAds } from "./back-to-my-ads.tsx";

/** For an address of no listing, and of one that is somebody else's. */
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
