import { mailtoLink } from "@studbook/domain/mailto-link";
import { Card } from "@studbook/ui/card";
import { Mail, Phone } from "lucide-react";
import type { ReactNode } from "react";

const LINE =
  "flex min-h-13 print:min-h-9 print:py-1 items-center gap-3.5 border-t border-line py-2 font-semibold [overflow-wrap:anywhere]";

type ContactCardProps = { email: string; phone: string | null; children?: ReactNode };

/** How to reach the owner of a listing. `children` say who that is. */
export function ContactCard({ email, phone, children }: ContactCardProps) {
  return (
    <Card id="contact" className="px-6 pt-5.5 pb-3 print:px-4 print:pt-3 print:pb-1">
      <h2 className="mb-3 text-xl">Contact the owner</h2>
      {children}
      <a href={mailtoLink(email)} className={LINE}>
        <Mail className="size-5 flex-none" />
        {email}
      </a>
      {phone && (
        <a href={telLink(phone)} className={LINE}>
          <Phone className="size-5 flex-none" />
          {phone}
        </a>
      )}
    </Card>
  );
}

/** Returns a tel link with digits and a leading plus. The part after an 'x' is the extension. */
function telLink(phone: string): string {
  const [number = "", extension] = phone.toLowerCase().split("x", 2);
  const digits = number.replace(/(?!^\+)\D/g, "");
  return `tel:${digits}${extension ? `;ext=${extension.replace(/\D/g, "")}` : ""}`;
}
