import { DropdownMenu } from "radix-ui";
import { Fragment, type ReactNode, useRef } from "react";

export type MenuItem = {
  key: string;
  /** An icon and a text. */
  label: ReactNode;
  /** Set apart from the items before it. */
  isDanger?: boolean;
} & (
  | { href: string }
  | {
      /** Called when the menu is closed and its button has the focus. */
      onSelect: (button: HTMLElement) => void;
    }
);

type MenuProps = {
  /** The button that opens the menu and gets the focus back. */
  trigger: ReactNode;
  items: readonly MenuItem[];
};

/** A button with a menu of actions and links. Arrow keys move in it, and Escape closes it. */
export function Menu({ trigger, items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<(button: HTMLElement) => void>(undefined);
  const run = () => {
    const action = chosen.current;
    chosen.current = undefined;
    if (button.current) action?.(button.current);
  };
  return (
    // A modal menu would insert a style element, which the Content-Security-Policy blocks.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      {/* Not in a portal, so that it is inside the page's landmark. */}
      <DropdownMenu.Content
        align="end"
        sideOffset={8}
        collisionPadding={16}
        // A dialog that opens earlier would lose the focus to the button.
        onCloseAutoFocus={run}
        className="z-30 grid w-55 rounded-lg border border-line bg-surface p-1.5 shadow-3"
      >
        {items.map((item) => (
          <Fragment key={item.key}>
            {item.isDanger && <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />}
            <Item
              item={item}
              onSelect={(action) => {
                chosen.current = action;
              }}
            />
          </Fragment>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

type ItemProps = { item: MenuItem; onSelect: (action: (button: HTMLElement) => void) => void };

function Item({ item, onSelect }: ItemProps) {
  const className = `flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-md px-3 py-2 text-md leading-tight font-semibold no-underline ${item.isDanger ? "text-danger data-highlighted:bg-danger-tint" : "text-loden data-highlighted:bg-loden-tint"}`;
  if ("href" in item) {
    return (
      <DropdownMenu.Item asChild>
        <a href={item.href} className={className}>
          {item.label}
        </a>
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item className={className} onSelect={() => onSelect(item.onSelect)}>
      {item.label}
    </DropdownMenu.Item>
  );
}
