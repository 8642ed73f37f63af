import { createFileRoute } from "@tanstack/react-router";
import { PageHead } from "../../layout/page-head.tsx";
import { Features } from "../-home/features.tsx";
import { Hero } from "../-home/hero.tsx";
import { SignUpBand } from "../-home/sign-up-band.tsx";

export const Route = createFileRoute("/(landing)/")({
  component: HomePage,
});

function HomePage() {
  const { settings } = Route.useRouteContext();
  return (
    <>
      <PageHead
        title="Dog stud listings"
        description="Browse stud dogs by AKC breed and US state, see their age and stud fee, and contact the owner directly."
        settings={settings}
        path="/"
      />
      <Hero />
      <Features />
      <SignUpBand />
    </>
  );
}
