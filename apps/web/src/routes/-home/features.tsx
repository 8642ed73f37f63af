import { ListFilter, type LucideIcon, Mail, ReceiptText } from "lucide-react";
import { pageWidth } from "../../layout/page-width.ts";

const FEATURES: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ListFilter,
    title: "Search by breed and state",
    text: "Pick a breed, pick a state, and see every listed stud with photos, age and stud fee.",
  },
  {
    icon: Mail,
    title: "Talk to the owner yourself",
    text: "Every listing shows the owner’s name and email. Any agreement is between the two of you.",
  },
  {
    icon: ReceiptText,
    title: "One plain yearly price",
    text: "Basic is $29 a year for one ad, Premium $59 a year for unlimited ads. No hidden fees or commissions.",
  },
];

export function Features() {
  return (
    <section className={`pt-[clamp(8px,4vw,56px)] pb-6 ${pageWidth}`}>
      <div className="grid overflow-hidden rounded-lg border border-line bg-surface shadow-1 nav:grid-cols-3">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <div
            key={title}
            className="-mt-px grid grid-cols-[30px_1fr] content-start gap-x-4 gap-y-2 border-t border-line px-6 pt-6.5 pb-7 nav:-ml-px nav:block nav:border-l nav:px-8 nav:pt-9.5 nav:pb-10"
          >
            <Icon className="mt-px size-7 text-loden nav:mb-3.5 nav:size-8" strokeWidth={1.75} />
            <h2 className="text-xl nav:mb-2">{title}</h2>
            <p className="col-start-2 text-ink-soft">{text}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
