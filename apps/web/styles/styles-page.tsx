import type { ComponentType } from "react";
import { pageWidth } from "../src/layout/page-width.ts";
import {
  AdPendingSection,
  AdSection,
  GallerySection,
  SampleGallerySection,
} from "./ad-sections.tsx";
import { BadgesSection, ButtonsSection } from "./button-sections.tsx";
import {
  AdminMenuSection,
  FooterSection,
  GuestMenuSection,
  HeaderSection,
  MemberMenuSection,
} from "./layout-sections.tsx";
import { DialogSection, PhotoViewerSection, ToastsSection } from "./overlay-sections.tsx";
import { CardsSection, FiltersSection, SkeletonSection } from "./search-sections.tsx";
import { EmptySection, NotFoundSection, ProblemsSection } from "./state-sections.tsx";

/** `isOnly` is true if the section is the only one on the page. */
type SectionProps = { isOnly: boolean };

const SECTIONS: Record<string, ComponentType<SectionProps>> = {
  header: HeaderSection,
  "menu-guest": GuestMenuSection,
  "menu-member": MemberMenuSection,
  "menu-admin": AdminMenuSection,
  footer: FooterSection,
  buttons: ButtonsSection,
  badges: BadgesSection,
  filters: FiltersSection,
  cards: CardsSection,
  skeleton: SkeletonSection,
  empty: EmptySection,
  problems: ProblemsSection,
  gallery: GallerySection,
  "gallery-sample": SampleGallerySection,
  ad: AdSection,
  "ad-pending": AdPendingSection,
  "not-found": NotFoundSection,
  toasts: ToastsSection,
  dialog: DialogSection,
  "photo-viewer": PhotoViewerSection,
};

/** Every component in every state. `?section=cards` shows only that section. */
export function StylesPage() {
  const wanted = new URLSearchParams(location.search).get("section") ?? "";
  const Wanted = SECTIONS[wanted];
  if (Wanted) return <Section name={wanted} of={Wanted} isOnly />;
  return (
    <>
      <div className={`grid gap-4 py-8 ${pageWidth}`}>
        <h1>Styles</h1>
        <ul className="flex flex-wrap gap-x-5">
          {Object.keys(SECTIONS).map((name) => (
            <li key={name}>
              <a href={`?section=${name}`} className="inline-flex min-h-11 items-center">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {Object.entries(SECTIONS).map(([name, Content]) => (
        <Section key={name} name={name} of={Content} isOnly={false} />
      ))}
    </>
  );
}

type NamedSectionProps = SectionProps & { name: string; of: ComponentType<SectionProps> };

function Section({ name, of: Content, isOnly }: NamedSectionProps) {
  return (
    <section id={name} aria-label={name} className="isolate pb-6">
      {!isOnly && <h2 className={`pt-8 pb-4 text-ink-soft ${pageWidth}`}>{name}</h2>}
      <Content isOnly={isOnly} />
    </section>
  );
}
