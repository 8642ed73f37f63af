import { formatDollars } from "@studbook/domain/format";
import { buttonClass } from "@studbook/ui/button";
import { useEffect, useState } from "react";
import type { Ad } from "../../features/ads/ad-queries.ts";

/** The fee and the way to the contact at the bottom of a phone's screen, unless the contact is visible. */
export function ContactBar({ ad }: { ad: Ad }) {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const contact = document.getElementById("contact");
    if (!contact) return;
    const observer = new IntersectionObserver(([entry]) => setHidden(!!entry?.isIntersecting));
    observer.observe(contact);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="contact-bar" hidden={isHidden}>
      <p>
        <b>{formatDollars(ad.studFee)}</b>
        <span>stud fee</span>
      </p>
      <a href="#contact" className={buttonClass()}>
        Contact the owner
      </a>
    </div>
  );
}
