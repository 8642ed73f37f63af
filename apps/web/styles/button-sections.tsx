import { Badge, type BadgeTone } from "@studbook/ui/badge";
import { Button, type ButtonVariant } from "@studbook/ui/button";
import { Logo } from "@studbook/ui/logo";
import { RotateCcw } from "lucide-react";
import { pageWidth } from "../src/layout/page-width.ts";

const VARIANTS: ButtonVariant[] = [
  "primary",
  "secondary",
  "quiet",
  "bare",
  "danger",
  "danger-quiet",
];

const BADGES: [tone: BadgeTone, text: string][] = [
  ["loden", "Golden Retriever"],
  ["saddle", "Premium Member"],
  ["success", "Active"],
  ["danger", "Inactive"],
  ["muted", "failed"],
];

export function ButtonsSection() {
  return (
    <div className={`grid gap-4 py-6 ${pageWidth}`}>
      {VARIANTS.map((variant) => (
        <div key={variant} className="flex flex-wrap gap-3">
          <Button variant={variant}>
            <RotateCcw className="size-5" />
            {variant}
          </Button>
          <Button variant={variant} size="small">
            {variant}, small
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button disabled>disabled</Button>
        <Button disabled size="small">
          disabled, small
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-6 rounded-lg bg-band p-6 text-on-band">
        <Button variant="band">band</Button>
        <a href="#band" className="text-on-band">
          A link on the band
        </a>
      </div>
    </div>
  );
}

export function BadgesSection() {
  return (
    <div className={`grid justify-items-start gap-4 py-6 ${pageWidth}`}>
      {BADGES.map(([tone, text]) => (
        <Badge key={tone} tone={tone}>
          {text}
        </Badge>
      ))}
      <p className="flex items-center gap-2.5 font-display text-2xl font-semibold">
        <Logo background="surface" />
      </p>
    </div>
  );
}
