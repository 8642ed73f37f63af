import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import dark from "../../assets/pictures/hero-dark.avif";
import light from "../../assets/pictures/hero-light.avif";
import phoneDark from "../../assets/pictures/hero-phone-dark.avif";
import phoneLight from "../../assets/pictures/hero-phone-light.avif";
import withoutAvif from "../../assets/pictures/hero-phone-light.webp";
import { pageWidth } from "../../layout/page-width.ts";

export function Hero() {
  return (
    <section className="relative overflow-hidden nav:flex nav:min-h-[clamp(580px,50vw,960px)] nav:items-center">
      <picture className="hero-art block nav:absolute nav:inset-0 nav:mx-auto nav:max-w-[1920px]">
        <source media="(min-width:900px) and (prefers-color-scheme:dark)" {...avif(dark)} />
        <source media="(min-width:900px)" {...avif(light)} />
        <source media="(prefers-color-scheme:dark)" {...avif(phoneDark)} />
        <source {...avif(phoneLight)} />
        <img
          src={withoutAvif}
          alt=""
          width={1000}
          height={763}
          fetchPriority="high"
          className="w-full nav:h-full nav:object-cover nav:object-[60%_70%]"
        />
      </picture>
      <div className={`relative ${pageWidth}`}>
        <div className="pt-7 pb-9 nav:max-w-[390px] nav:pt-10 nav:pb-28 xl:max-w-[520px]">
          <h1 className="text-4xl tracking-[-.025em] nav:text-[2.75rem] xl:text-4xl">
            Find the right stud, state by state.
          </h1>
          <p className="mt-4.5 mb-6.5 max-w-99 text-lg nav:text-ink/88">
            Browse stud dogs by AKC breed and US state, then contact the owner directly.
          </p>
          <div className="flex flex-wrap gap-3 max-nav:*:w-full">
            <Link to="/search" className={buttonClass()}>
              <Search className="size-5" />
              Search Studs
            </Link>
            <Link to="/signup" className={buttonClass({ variant: "secondary" })}>
              Create Account
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}

function avif(srcSet: string) {
  return { type: "image/avif", srcSet };
}
