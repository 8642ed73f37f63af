import { Logo } from "@studbook/ui/logo";
import { Link } from "@tanstack/react-router";
import { ThemeChoice } from "../theme/theme-choice.tsx";
import { pageWidth } from "./page-width.ts";

const FOOTER_LINK = "inline-flex min-h-11 items-center text-on-band";

export function Footer() {
  return (
    <footer className="border-t-[3px] border-brass bg-band text-on-band">
      <div className={`grid gap-7 pt-10 pb-8 md:grid-cols-[1fr_auto] ${pageWidth}`}>
        <div className="grid justify-items-start gap-4">
          <Link
            to="/"
            className="flex min-h-11 items-center gap-2.5 font-display text-[24px]/none font-semibold tracking-[-.02em] text-on-band no-underline"
          >
            <Logo background="band" />
          </Link>
          <p className="max-w-113 text-md text-on-band-soft">
            Studbook is a listing platform only. We do not verify listings, run background checks or
            take part in stud agreements.
          </p>
          <ThemeChoice />
        </div>
        <nav aria-labelledby="quick-links" className="md:min-w-55">
          <h2 id="quick-links" className="text-lg">
            Quick Links
          </h2>
          <ul>
            <li>
              <Link to="/search" className={FOOTER_LINK}>
                Search Studs
              </Link>
            </li>
            <li>
              <Link to="/contact" className={FOOTER_LINK}>
                Contact
              </Link>
            </li>
            <li>
              <Link to="/privacy" className={FOOTER_LINK}>
                Privacy
              </Link>
            </li>
            <li>
              <Link to="/terms" className={FOOTER_LINK}>
                Terms
              </Link>
            </li>
            <li>
              <Link to="/credits" className={FOOTER_LINK}>
                Credits
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
