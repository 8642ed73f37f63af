import { photoAtWidth } from "@studbook/domain/photos";
import { PhotoViewer } from "@studbook/ui/photo-viewer";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useRef } from "react";
import { photoSources } from "../../features/ads/photo-srcset.ts";

type FullPhotosProps = {
  name: string;
  images: string[];
  current: number;
  onChoose: (index: number) => void;
  describePhoto: (index: number) => string;
  overlay: ReactNode;
  note: string;
  gallery: RefObject<HTMLElement | null>;
};

/**
 * The photos of an ad on the full screen, for as long as the history's entry says so. A default export for React's lazy,
 * because most visitors never open it.
 */
export default function FullPhotos({
  name,
  images,
  current,
  onChoose,
  describePhoto,
  overlay,
  note,
  gallery,
}: FullPhotosProps) {
  const { history } = useRouter();
  const isClosing = useRef(false);
  const close = () => {
    // The entry changes later, and going back twice would leave the ad.
    if (isClosing.current) return;
    isClosing.current = true;
    history.back();
  };
  const returnFocus = () => {
    const find = (selector: string) => gallery.current?.querySelector<HTMLElement>(selector);
    (find("a[aria-current]") ?? find("button"))?.focus();
  };
  return (
    <PhotoViewer
      name={name}
      photos={images.map((url, index) => {
        const { src, srcSet } = photoSources(url, "");
        return { src, srcSet, thumbnail: photoAtWidth(url, 320), alt: describePhoto(index) };
      })}
      index={current}
      onMove={onChoose}
      onClose={close}
      returnFocus={returnFocus}
      overlay={overlay}
      note={note}
    />
  );
}
