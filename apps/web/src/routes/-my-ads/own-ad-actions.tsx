import { Button, buttonClass } from "@studbook/ui/button";
import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { Menu, type MenuItem } from "@studbook/ui/menu";
import { Link } from "@tanstack/react-router";
import {
  ChevronDown,
  Copy,
  Eye,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  Printer,
  Share2,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import type { OwnAd } from "../../features/ads/own-ads.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { InlineAction } from "./inline-action.tsx";
import { PauseDialog } from "./pause-dialog.tsx";
import { shareAd } from "./share-ad.ts";

export type OwnAdActionsProps = {
  ad: OwnAd;
  isDeleting: boolean;
  onDelete: () => void;
  /** Called after the listing was paused or shown again. */
  onChange: () => void;
  /** Called if the listing no longer exists. */
  onGone: () => void;
};

/** What the owner can do with a listing. On phones, most of it is in a menu. */
export function OwnAdActions({ ad, isDeleting, onDelete, onChange, onGone }: OwnAdActionsProps) {
  const { id, dogName } = ad;
  const [dialog, setDialog] = useState<{ kind: "pause" | "delete"; opener: HTMLElement }>();
  const close = () => setDialog(undefined);
  const { run, isPending } = useAction("ads.resume");
  const resume = async () => {
    if (isPending) return;
    const outcome = await run({ id });
    if (outcome.isDone) {
      void showToast({ title: `${dogName} is no longer paused`, tone: "success" });
      onChange();
    } else if (outcome.code === "AD_NOT_FOUND") onGone();
  };
  const label = (Icon: LucideIcon, text: string) => (
    <>
      <Icon className="size-5 flex-none" />
      <span>
        {text}
        <span className="sr-only"> {dogName}</span>
      </span>
    </>
  );
  const items: MenuItem[] = [
    {
      key: "share",
      label: label(Share2, "Share"),
      onSelect: () => void shareAd(ad),
    },
    ad.availability?.pausedUntil === undefined
      ? {
          key: "pause",
          label: label(Pause, "Pause"),
          onSelect: (opener) => setDialog({ kind: "pause", opener }),
        }
      : {
          key: "pause",
          label: label(Play, isPending ? "One moment…" : "Show again"),
          onSelect: () => void resume(),
        },
    { key: "duplicate", label: label(Copy, "Duplicate"), href: `/create-ad?from=${id}` },
    { key: "print", label: label(Printer, "Print sheet"), href: `/ad/${id}/print` },
    {
      key: "delete",
      label: label(Trash2, isDeleting ? "Deleting…" : "Delete"),
      isDanger: true,
      onSelect: (opener) => !isDeleting && setDialog({ kind: "delete", opener }),
    },
  ];
  const quiet = `max-sm:flex-1 ${buttonClass({ variant: "quiet", size: "small" })}`;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
      <Link to="/ad/$id" params={{ id }} className={quiet}>
        {label(Eye, "View")}
      </Link>
      <Link to="/edit-ad/$id" params={{ id }} state={{ fromMyAds: true }} className={quiet}>
        {label(Pencil, "Edit")}
      </Link>
      <div className="hidden sm:contents">
        {items.map((item) => (
          <InlineAction key={item.key} item={item} />
        ))}
      </div>
      <div className="flex flex-1 sm:hidden">
        <Menu
          trigger={
            <Button variant="quiet" size="small" className="group flex-1">
              <span>
                More<span className="sr-only"> actions for {dogName}</span>
              </span>
              <ChevronDown className="size-5 flex-none group-data-[state=open]:rotate-180" />
            </Button>
          }
          items={items}
        />
      </div>
      {dialog?.kind === "pause" && (
        <PauseDialog
          ad={ad}
          opener={dialog.opener}
          onClose={close}
          onPaused={onChange}
          onGone={onGone}
        />
      )}
      {dialog?.kind === "delete" && (
        <ConfirmDialog
          defaultOpen
          opener={dialog.opener}
          title="Delete Listing?"
          text={`${dogName} and its photos will be deleted permanently.`}
          cancelLabel="Keep Listing"
          confirmLabel="Delete Listing"
          onConfirm={() => {
            close();
            onDelete();
          }}
          onCancel={close}
        />
      )}
    </div>
  );
}
