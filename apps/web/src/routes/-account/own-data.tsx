import { buttonClass } from "@studbook/ui/button";
import { Download } from "lucide-react";
import { Section } from "./section.tsx";

/** A link to the user's stored data as a file, which is generated during the download. */
export function OwnData() {
  return (
    <Section>
      <h2>Your data</h2>
      <p>Your account, listings, photo links, payments, coupons and sign-ins as one file.</p>
      <a
        href="/api/account/export"
        download
        className={`justify-self-start ${buttonClass({ variant: "secondary" })}`}
      >
        <Download className="size-5" />
        Download my data
      </a>
    </Section>
  );
}
