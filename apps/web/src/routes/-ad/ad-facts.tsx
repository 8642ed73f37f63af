import { ageLabel } from "@studbook/domain/age";
import { formatDollars } from "@studbook/domain/format";
import { stateName } from "@studbook/domain/states";
import { Badge } from "@studbook/ui/badge";
import { RegisterList, RegisterRow } from "@studbook/ui/register-list";
import type { Ad } from "../../features/ads/ad-queries.ts";

export function AdFacts({ ad, today }: { ad: Ad; today: string }) {
  return (
    <>
      <div className="grid gap-3">
        <h1>{ad.dogName}</h1>
        <Badge>{ad.breed}</Badge>
      </div>
      <RegisterList>
        <RegisterRow label="Location">{stateName(ad.state)}</RegisterRow>
        <RegisterRow label="Age">{ageLabel(ad.birthdate, today)}</RegisterRow>
        <RegisterRow label="Stud fee">
          <span className="font-display text-xl tracking-[-.012em]">
            {formatDollars(ad.studFee)}
          </span>
        </RegisterRow>
      </RegisterList>
    </>
  );
}
