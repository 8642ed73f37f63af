import { mailtoLink } from "@studbook/domain/mailto-link";
import { Card } from "@studbook/ui/card";
import { Link } from "@tanstack/react-router";
import { Mail, Phone } from "lucide-react";
import type { Ad } from "../../features/ads/ad-queries.ts";

const LINE =
  "flex min-h-13 print:min-h-9 print:py-1 items-center gap-3.5 border-t border-line py-2 font-semibold [overflow-wrap:anywhere]";

export function OwnerContact({ ad }: { ad: Ad }) {
  return (
    <>
      <Card className="px-6 pt-5.5 pb-3 print:px-4 print:pt-3 print:pb-1">
        <h2 className="text-xl">Contact the owner</h2>
        <p className="mt-0.5 mb-3 text-ink-soft [overflow-wrap:anywhere]">{ad.ownerName}</p>
        <a href={mailtoLink(ad.ownerEmail)} className={LINE}>
          <Mail className="size-5 flex-none" />
          {ad.ownerEmail}
        </a>
        {ad.ownerPhone && (
          <a href={telLink(ad.ownerPhone)} className={LINE}>
            <Phone className="size-5 flex-none" />
            {ad.ownerPhone}
          </a>
        )}
      </Card>
      <p className="text-md text-ink-soft">
        Studbook is a listing platform only and does not verify listings.{" "}
        <Link to="/contact" hash="disclaimer">
          Read the disclaimer
        </Link>
      </p>
    </>
  );
}

/** Returns a tel link with digits and a leading plus. The part after an 'x' is the extension. */
function telLink(phone: string): string {
  const [number = "", extension] = phone.toLowerCase().split("x", 2);
  const digits = number.replace(/(?!^\+)\D/g, "");
  return `tel:${digits}${extension ? `;ext=${extension.replace(/\D/g, "")}` : ""}`;
}
