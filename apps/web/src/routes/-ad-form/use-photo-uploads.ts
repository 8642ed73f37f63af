import { useEffect, useState, useSyncExternalStore } from "react";
import { showToast } from "../../features/toasts/show-toast.ts";
import { findFileProblem } from "./check-file.ts";
import { findPreview } from "./find-preview.ts";
import { createPhotoUploads } from "./photo-uploads.ts";
import { uploadPhoto } from "./upload-photo.ts";

/** The photos of a form as it is shown, beginning with those that an ad already has. */
export function usePhotoUploads(urls: readonly string[], onSignedOut: () => void) {
  const [uploads] = useState(() =>
    createPhotoUploads(urls, {
      findFileProblem,
      findPreview,
      upload: uploadPhoto,
      showToast: (toast) => void showToast(toast),
      onSignedOut,
    }),
  );
  const list = useSyncExternalStore(uploads.subscribe, uploads.getList, uploads.getList);
  useEffect(() => () => uploads.stop(), [uploads]);
  return { uploads, list };
}
