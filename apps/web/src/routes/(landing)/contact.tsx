import { mailtoLink } from "@studbook/domain/mailto-link";
import { createFileRoute } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import { PageHead } from "../../layout/page-head.tsx";
import { pageWidth } from "../../layout/page-width.ts";

export const Route = createFileRoute("/(landing)/contact")({
  component: ContactPage,
});

const NOT_DONE = [
  "We do not verify listings.",
  "We do not run background checks.",
  "We do not guarantee dogs.",
  "We do not mediate disputes.",
  "We do not give breeding advice.",
  "We do not process stud fees between parties.",
];

const POLICY = [
  "Memberships are per household.",
  "Memberships do not auto-renew.",
  "All sales are final with no refunds.",
  "After expiry, listings are removed from public search until renewal.",
];

/** When the sections are next to each other, their rules line up. */
const SECTION = "grid content-start gap-3 lg:row-span-3 lg:grid-rows-subgrid";

function ContactPage() {
  const { settings } = Route.useRouteContext();
  const { supportEmail } = settings;
  return (
    <div className={`pt-8 pb-18 ${pageWidth}`}>
      <PageHead
        title="Contact and Information"
        description="How to reach Studbook, what the listing platform does and does not do, and the membership policy."
        settings={settings}
        path="/contact"
      />
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-x-12">
        <div className="grid justify-items-start gap-4 lg:col-span-2">
          {/* Wraps in the same place in every font, so that nothing moves when the font arrives. */}
          <h1 className="max-sm:max-w-80">Contact and Information</h1>
          <p className="text-lg">
            Questions about your account, a payment or a listing? Write to us and a person will
            answer.
          </p>
          <a
            href={mailtoLink(supportEmail)}
            className="inline-flex min-h-11 items-center gap-3 font-semibold [overflow-wrap:anywhere]"
          >
            <Mail className="size-5" />
            {supportEmail}
          </a>
        </div>
        <section id="disclaimer" className={SECTION}>
          <h2>Disclaimer</h2>
          <p>
            Studbook is a listing platform only. Owners write their own ads, and any agreement is
            between the two of you.
          </p>
          <PointList points={NOT_DONE} />
        </section>
        <section id="membership-policy" className={SECTION}>
          <h2>Membership policy</h2>
          <p>
            Basic is $29 a year for one ad, Premium $59 a year for unlimited ads. This is a one-time
            payment for one year.
          </p>
          <PointList points={POLICY} />
        </section>
      </div>
    </div>
  );
}

function PointList({ points }: { points: string[] }) {
  return (
    <ul className="border-t-2 border-ink">
      {points.map((point) => (
        <li key={point} className="border-b border-line py-[11px]">
          {point}
        </li>
      ))}
    </ul>
  );
}
