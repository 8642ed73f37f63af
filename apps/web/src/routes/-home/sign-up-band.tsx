import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import weimaraner from "../../assets/pictures/weimaraner.webp";
import { pageWidth } from "../../layout/page-width.ts";

export function SignUpBand() {
  return (
    <section className={`pt-10 pb-20 ${pageWidth}`}>
      <div className="grid overflow-hidden rounded-lg bg-band text-on-band nav:grid-cols-[1.1fr_.9fr]">
        <div className="px-7 pt-9 pb-10 nav:p-16">
          <h2>Have a stud to list?</h2>
          <p className="mt-3.5 mb-6.5 max-w-116.5 text-lg text-on-band-soft">
            {`Create an account, choose a yearly membership and post your first ad with up to ${MAX_PHOTOS_PER_AD} photos.`}
          </p>
          <Link to="/signup" className={buttonClass({ variant: "band" })}>
            Get Started Now
            <ArrowRight className="size-5" />
          </Link>
        </div>
        <div className="relative aspect-[16/10] bg-band-line nav:aspect-auto">
          <img
            src={weimaraner}
            alt=""
            width={1200}
            height={900}
            loading="lazy"
            className="late-photo absolute inset-0 size-full object-cover"
          />
        </div>
      </div>
    </section>
  );
}
