import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";

/** A labeled native select without validation. Its children are the options. */
export function Select({ label, id, ...rest }: { label: string } & ComponentProps<"select">) {
  const ownId = useId();
  const selectId = id ?? ownId;
  return (
    <div className="min-w-0">
      <label htmlFor={selectId} className="mb-1.5 block text-md font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          id={selectId}
          className="min-h-(--sb-control) w-full appearance-none overflow-hidden rounded-md border-[1.5px] border-edge bg-surface py-2.5 pr-11.5 pl-3.5 text-base leading-[1.4] text-ellipsis text-ink"
          {...rest}
        />
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3.5 -mt-2.5 size-5 text-ink-soft" />
      </div>
    </div>
  );
}
