import { ageLabel } from "@studbook/domain/age";
import { isDay } from "@studbook/domain/day";
import { formatDollars } from "@studbook/domain/format";
import { isStateCode, stateName } from "@studbook/domain/states";
import { Badge } from "@studbook/ui/badge";
import { Card } from "@studbook/ui/card";
import { NoPicture, Photo, PhotoFrame } from "@studbook/ui/photo";
import { Calendar, MapPin } from "lucide-react";
import { AdCard } from "../../features/ads/ad-card.tsx";
import { parseDollars } from "../../features/forms/parse-whole-number.ts";
import type { AdFormState } from "./ad-form-state.ts";
import type { AdFormValues } from "./ad-form-values.ts";
import type { PhotoList } from "./photo-list.ts";
import { toPreview } from "./to-preview.ts";
import { useValues } from "./use-values.ts";

export type PreviewProps = {
  form: AdFormState;
  list: PhotoList;
  /** The city of the ZIP code, once it is known. */
  city: string | undefined;
  today: string;
};

/** The card of the ad as search results will show it. Its link leads nowhere. */
export function PreviewCard({ form, list, city, today }: PreviewProps) {
  const values = useValues(form);
  const [first] = list;
  const image = first?.state.kind === "uploaded" ? first.state.url : first?.preview;
  const ad = toPreview(values, { city, image });
  if (!ad) return <IncompleteCard values={values} image={image} today={today} />;
  return (
    <ul inert>
      <AdCard ad={ad} today={today} />
    </ul>
  );
}

type IncompleteCardProps = { values: AdFormValues; image: string | undefined; today: string };

/** What there is of a card whose breed, state or birthdate is missing. */
function IncompleteCard({ values, image, today }: IncompleteCardProps) {
  const { dogName, breed, state, birthdate, studFee } = values;
  return (
    <Card className="overflow-hidden">
      <PhotoFrame>
        <Photo src={image} alt="" fallback={<NoPicture>No image</NoPicture>} />
      </PhotoFrame>
      <div className="grid gap-3 px-5 pt-4.5 pb-5 text-md text-ink-soft [overflow-wrap:anywhere]">
        <div className="grid gap-2">
          <p className="font-display text-xl font-semibold">{dogName.trim() || "Dog name"}</p>
          <Badge tone={breed ? "loden" : "muted"}>{breed || "Breed"}</Badge>
        </div>
        <p className="flex items-center gap-2">
          <MapPin className="size-4.5 flex-none" />
          {isStateCode(state) ? stateName(state) : "State"}
        </p>
        <p className="flex items-center gap-2">
          <Calendar className="size-4.5 flex-none" />
          {isDay(birthdate) ? ageLabel(birthdate, today) : "Age"}
        </p>
        <p className="border-t border-line pt-3.5">
          <span className="font-display text-lg font-semibold">
            {formatDollars(parseDollars(studFee) || 0)}
          </span>
          {" stud fee"}
        </p>
      </div>
    </Card>
  );
}
