import { createFileRoute } from "@tanstack/react-router";
import hero from "../assets/pictures/hero-light.webp";
import { pageHead } from "../layout/page-head.ts";
import { Features } from "./-home/features.tsx";
import { Hero } from "./-home/hero.tsx";
import { SignUpBand } from "./-home/sign-up-band.tsx";

export const Route = createFileRoute("/")({
  head: ({ match }) =>
    pageHead({
      title: "Dog stud listings",
      description:
        "Browse stud dogs by AKC breed and US state, see their age and stud fee, and contact the owner directly.",
      settings: match.context.settings,
      path: "/",
      image: hero,
    }),
  component: HomePage,
});

function HomePage() {
  return (
    <>
      <Hero />
      <Features />
      <SignUpBand />
    </>
  );
}
