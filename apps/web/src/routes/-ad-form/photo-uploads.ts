import { photoAtWidth } from "@studbook/domain/photos";
import { TOO_MANY_PHOTOS } from "@studbook/domain/schemas/ad-fields";
import type { ToastContent } from "@studbook/ui/toast";
import {
  changePhoto,
  countUploading,
  type ListedPhoto,
  movePhoto,
  type PhotoList,
  removePhoto,
  takeFitting,
} from "./photo-list.ts";
import { PhotoProblem, type PreparedPhoto } from "./prepare-photo.ts";
import { outcomeToast } from "./upload-outcome.ts";
import { UploadError } from "./upload-photo.ts";

type UploadParts = {
  /** Throws PhotoProblem. */
  prepare: (file: File) => Promise<PreparedPhoto>;
  findPreview: (file: File) => Promise<string | undefined>;
  upload: (
    file: File,
    options: { onProgress: (fraction: number) => void; signal: AbortSignal },
  ) => Promise<string>;
  /** Returns a stored photo as a file. Throws if that fails. */
  fetchPhoto: (url: string) => Promise<File>;
  /** Whether a photo is no longer stored. Returns false if nobody can tell. */
  isGone: (url: string) => Promise<boolean>;
  showToast: (toast: ToastContent) => void;
  /** Called when the session has ended. */
  onSignedOut: () => void;
};

const NOT_COPIED = "This photo could not be copied. Try again or remove it.";
const NO_LONGER_STORED =
  "A photo of your draft was not added: it is no longer stored, because that lasts a day. Choose it again.";

const NOTHING_REFUSED = { refused: [], isTooMany: false };

/** Why a file was not added, and what the user can do about it. */
export type RefusedFile = { sentence: string; advice?: string | undefined };

export type PhotoUploads = ReturnType<typeof createPhotoUploads>;

/** The photos of one form and their uploads, which start as soon as files are added. */
export function createPhotoUploads(urls: readonly string[], parts: UploadParts) {
  let lastKey = 0;
  const listUploaded = (uploaded: readonly string[]): PhotoList =>
    uploaded.map((url) => ({
      key: ++lastKey,
      state: { kind: "uploaded", url },
      preview: photoAtWidth(url, 320),
    }));
  let list = listUploaded(urls);
  let isPreparing = false;
  let problems: readonly RefusedFile[] = [];
  const listeners = new Set<() => void>();
  const running = new Map<number, AbortController>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const change = (next: PhotoList) => {
    list = next;
    notify();
  };

  async function send(key: number, file: File): Promise<UploadError | undefined> {
    const controller = new AbortController();
    running.set(key, controller);
    const setState = (state: ListedPhoto["state"]) => change(changePhoto(list, key, { state }));
    try {
      const url = await parts.upload(file, {
        signal: controller.signal,
        onProgress: (fraction) => setState({ kind: "uploading", fraction }),
      });
      setState({ kind: "uploaded", url });
      return undefined;
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      if (error.isFinal) change(removePhoto(list, key));
      else setState({ kind: "failed", sentence: error.sentence });
      return controller.signal.aborted ? undefined : error;
    } finally {
      running.delete(key);
    }
  }

  /** Uploads photos and shows the results in one toast, including the files refused `before`. */
  async function sendAll(
    photos: readonly { key: number; file: File }[],
    before: { refused: readonly RefusedFile[]; isTooMany: boolean } = NOTHING_REFUSED,
  ): Promise<void> {
    const errors = await Promise.all(photos.map(({ key, file }) => send(key, file)));
    if (errors.some((error) => error?.status === 401)) return parts.onSignedOut();
    const done = photos.filter(({ key }) =>
      list.some((photo) => photo.key === key && photo.state.kind === "uploaded"),
    );
    const failed = errors.flatMap((error) => (error ? [error.sentence] : []));
    const toast = outcomeToast({
      uploaded: done.length,
      refusal: [...new Set([...before.refused.map(({ sentence }) => sentence), ...failed])].join(
        " ",
      ),
      isTooMany: before.isTooMany,
    });
    // A photo that can be sent again says so itself.
    const final = errors.flatMap((error) => (error?.isFinal ? [error] : []));
    const tooMany = before.isTooMany ? [{ sentence: TOO_MANY_PHOTOS }] : [];
    problems = [...before.refused, ...final, ...tooMany];
    notify();
    if (toast) parts.showToast(toast);
  }

  async function copy(key: number, url: string): Promise<void> {
    let file: File;
    try {
      ({ file } = await parts.prepare(await parts.fetchPhoto(url)));
    } catch {
      change(changePhoto(list, key, { state: { kind: "failed", sentence: NOT_COPIED } }));
      return;
    }
    change(changePhoto(list, key, { file }));
    const error = await send(key, file);
    if (error?.status === 401) parts.onSignedOut();
    if (!error?.isFinal) return;
    problems = [...problems, error];
    notify();
  }

  const abortAll = () => {
    for (const controller of running.values()) controller.abort();
  };

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getList: (): PhotoList => list,

    /** Why files of the last selection were not added. */
    getProblems: () => problems,

    /** Whether photos are being made smaller. */
    getIsPreparing: () => isPreparing,

    async add(files: readonly File[]): Promise<void> {
      problems = [];
      isPreparing = true;
      notify();
      const { prepared, refused } = await prepareAll(files, parts.prepare);
      isPreparing = false;
      const { taken, isTooMany } = takeFitting(list, prepared);
      const photos = taken.map((photo) => ({ key: ++lastKey, ...photo }));
      const state = { kind: "uploading", fraction: 0 } as const;
      change([...list, ...photos.map((photo) => ({ ...photo, state }))]);
      for (const { key, file } of photos) {
        void parts.findPreview(file).then((preview) => change(changePhoto(list, key, { preview })));
      }
      await sendAll(photos, { refused, isTooMany });
    },

    async retry(key: number): Promise<void> {
      const failed = list.find((photo) => photo.key === key && photo.state.kind === "failed");
      if (!failed) return;
      change(changePhoto(list, key, { state: { kind: "uploading", fraction: 0 } }));
      const { file, copyOf } = failed;
      if (copyOf !== undefined) await copy(key, copyOf);
      else if (file) await sendAll([{ key, file }]);
    },

    remove(key: number): void {
      problems = [];
      change(removePhoto(list, key));
      running.get(key)?.abort();
    },

    move(key: number, to: number): void {
      change(movePhoto(list, key, to));
    },

    /** Resolves when no photo is being prepared or uploaded. */
    untilSettled(): Promise<void> {
      return new Promise((resolve) => {
        const check = () => {
          if (isPreparing || countUploading(list) > 0) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      });
    },

    /** Adds copies of photos of another ad. */
    async addCopies(originals: readonly string[]): Promise<void> {
      const copies = originals.map((url) => ({ key: ++lastKey, url }));
      const state = { kind: "uploading", fraction: 0 } as const;
      const added = copies.map(({ key, url }) => ({
        ...{ key, state, copyOf: url },
        preview: photoAtWidth(url, 320),
      }));
      change([...list, ...added]);
      await Promise.all(copies.map(({ key, url }) => copy(key, url)));
    },

    /** Replaces all photos by uploaded ones. Removes those that are no longer stored, and says so. */
    async replace(uploaded: readonly string[]): Promise<void> {
      abortAll();
      problems = [];
      const photos = listUploaded(uploaded);
      change(photos);
      const areGone = await Promise.all(uploaded.map(parts.isGone));
      const gone = new Set(photos.filter((_, index) => areGone[index]).map(({ key }) => key));
      if (gone.size === 0) return;
      problems = [{ sentence: NO_LONGER_STORED }];
      change(list.filter(({ key }) => !gone.has(key)));
    },

    /** Removes what is said about a file that was not added. */
    dismiss(problem: RefusedFile): void {
      problems = problems.filter((one) => one !== problem);
      notify();
    },

    /** Aborts every upload, because the form was closed. */
    stop: abortAll,
  };
}

/** One after the other, because a large photo takes much memory. */
async function prepareAll(files: readonly File[], prepare: UploadParts["prepare"]) {
  const prepared: (PreparedPhoto & { fileName: string })[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    try {
      prepared.push({ ...(await prepare(file)), fileName: file.name });
    } catch (error) {
      if (!(error instanceof PhotoProblem)) throw error;
      refused.push({ sentence: error.message, advice: error.advice });
    }
  }
  return { prepared, refused };
}
