import type { Settings } from "@studbook/api/page-contract";
import { formatDate, formatDollars } from "@studbook/domain/format";
import { photoAtWidth } from "@studbook/domain/photos";
import {
  describeAge,
  describeCoi,
  describeMethods,
  describeProven,
  describeRegistration,
  formatHalves,
  showsPedigree,
  titledName,
} from "@studbook/domain/record/describe-record";
import { isSampleAd } from "@studbook/domain/samples";
import { stateName } from "@studbook/domain/states";
import { Button } from "@studbook/ui/button";
import { Logo } from "@studbook/ui/logo";
import { NoPicture, Photo, PhotoFrame, Watermark } from "@studbook/ui/photo";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Printer } from "lucide-react";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { NeedsScript } from "../../features/forms/needs-script.tsx";
import { useIsHydrated } from "../../features/forms/use-is-hydrated.ts";
import { Facts } from "../-ad/record/facts.tsx";
import { HealthTable } from "../-ad/record/health-table.tsx";
import { OutsideLink } from "../-ad/record/outside-link.tsx";
import { QrCode } from "./qr-code.tsx";
import { SheetPedigree } from "./sheet-pedigree.tsx";
import { SheetTerms } from "./sheet-terms.tsx";

/** A listing on one or two sheets of paper, black on white, with a code that leads to it. */
export function PrintSheet({ ad, settings }: { ad: Ad; settings: Settings }) {
  const { origin, today } = settings;
  const {
    identity = {},
    titles,
    place,
    pedigree,
    health,
    breeding = {},
    availability,
  } = ad.record ?? {};
  const address = `${origin}/ad/${ad.id}`;
  const state = stateName(ad.state);
  const [image] = ad.images;
  const isFrozenOnly = availability?.status === "frozen-only";
  const methods = breeding.methods && describeMethods(breeding.methods);
  const size = [
    identity.weightPounds === undefined ? undefined : `${formatHalves(identity.weightPounds)} lb`,
    identity.heightInches === undefined ? undefined : `${formatHalves(identity.heightInches)} in`,
  ].filter((part) => part !== undefined);
  return (
    <div className="print-page">
      <title>{`${ad.dogName}, print sheet · Studbook`}</title>
      <meta name="robots" content="noindex" />
      <div className="print-controls">
        <Link
          to="/ad/$id"
          params={{ id: ad.id }}
          className="inline-flex min-h-11 items-center gap-2"
        >
          <ArrowLeft className="size-5" />
          Back to the listing
        </Link>
        <PrintButton />
      </div>
      <article className="print-sheet">
        <div className="print-head">
          <p>
            <Logo background="surface" />
          </p>
          <p>Stated by the owner. Printed {formatDate(today)}.</p>
        </div>
        <div className="print-top">
          <PhotoFrame className="rounded-md">
            <Photo
              src={image && photoAtWidth(image, 800)}
              alt={`${ad.dogName}, ${ad.breed}`}
              width={1600}
              height={1200}
              fallback={<NoPicture>No image</NoPicture>}
              overlay={isSampleAd(ad.id) && <Watermark>SAMPLE AD</Watermark>}
            />
          </PhotoFrame>
          <div>
            <h1>{titledName(ad.dogName, titles)}</h1>
            <p>
              {[identity.registeredName, ad.breed, place ? `${place.city}, ${state}` : state]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <Facts
              facts={[
                [
                  "Stud fee",
                  <b key="fee" className="font-display text-xl">
                    {formatDollars(ad.studFee)}
                  </b>,
                ],
                ["Age", describeAge(ad.birthdate, today, availability)],
                ["Color", identity.color],
                ["Weight and height", size.length > 0 ? size.join(", ") : undefined],
                ["Registration", describeRegistration(identity)],
                ["DNA profile", identity.dnaProfileNumber],
                ["CHIC number", health?.chicNumber],
                ["Proven", describeProven(breeding)],
                ["Methods", isFrozenOnly ? "Frozen semen only" : methods],
              ]}
            />
          </div>
        </div>
        {health?.tests && (
          <section>
            <h2>Health tests</h2>
            <HealthTable tests={health.tests} today={today} />
          </section>
        )}
        <div className="print-columns">
          {pedigree && showsPedigree(pedigree) && (
            <section>
              <h2>Pedigree</h2>
              {pedigree.ancestors && <SheetPedigree names={pedigree.ancestors} />}
              <Facts
                facts={[
                  ["Inbreeding (COI)", describeCoi(pedigree)],
                  ["Pedigree elsewhere", pedigree.url && <OutsideLink url={pedigree.url} />],
                ]}
              />
            </section>
          )}
          <SheetTerms ad={ad} today={today} />
        </div>
        <p className="print-text">{ad.description}</p>
        <div className="print-foot">
          <div>
            <p className="font-display text-lg font-semibold">{ad.ownerName}</p>
            {identity.kennelName && <p>{identity.kennelName}</p>}
            <p>{ad.ownerEmail}</p>
            {ad.ownerPhone && <p>{ad.ownerPhone}</p>}
          </div>
          <p className="text-right">
            The listing as it is today:
            <br />
            {address.replace(/^https?:\/\//, "")}
          </p>
          <QrCode address={address} />
        </div>
      </article>
    </div>
  );
}

function PrintButton() {
  if (!useIsHydrated()) return <NeedsScript what="The print button" />;
  return (
    <Button onClick={() => window.print()}>
      <Printer className="size-5" />
      Print
    </Button>
  );
}
