import { pageAddress } from "@studbook/domain/page-address";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { endSession } from "../../features/auth/session.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { createPhotoUploads } from "./photo-uploads.ts";
import { findPreview, preparePhoto } from "./prepare-photo.ts";
import { fetchPhoto, isPhotoGone } from "./stored-photo.ts";
import { uploadPhoto } from "./upload-photo.ts";

/** The photos of a form, starting with those that an ad already has. */
export function usePhotoUploads(urls: readonly string[]) {
  const router = useRouter();
  const [uploads] = useState(() =>
    createPhotoUploads(urls, {
      prepare: preparePhoto,
      findPreview,
      upload: uploadPhoto,
      fetchPhoto,
      isGone: isPhotoGone,
      showToast: (toast) => void showToast(toast),
      onSignedOut: () => {
        void endSession(router, pageAddress("/login", { next: router.state.location.href }));
      },
    }),
  );
  const list = useSyncExternalStore(uploads.subscribe, uploads.getList, uploads.getList);
  useEffect(() => () => uploads.stop(), [uploads]);
  return { uploads, list };
}
