import { Card } from "@studbook/ui/card";
import type { ComponentProps } from "react";

/** A card of the account page. */
export function Section({ className = "", ...rest }: ComponentProps<"div">) {
  return <Card className={`grid gap-5 p-5 md:p-8 ${className}`} {...rest} />;
}
