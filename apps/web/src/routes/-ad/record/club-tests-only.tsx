import type { AdPage } from "@studbook/domain/schemas/ad";
import { ClubTests } from "./club-tests.tsx";

/** The parent club's tests on a listing without a record. A default export for React's lazy. */
export default function ClubTestsOnly({
  ad,
  list,
}: {
  ad: AdPage["ad"];
  list: NonNullable<AdPage["clubTests"]>;
}) {
  return (
    <div className="ad-more">
      <section>
        <ClubTests breed={ad.breed} list={list} stated={[]} />
      </section>
    </div>
  );
}
