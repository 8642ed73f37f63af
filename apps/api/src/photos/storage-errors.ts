import { DomainError } from "@studbook/domain/errors";

/** No space or inodes are left, a quota is used up, or the file would exceed the process's limit. */
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

const INSUFFICIENT_STORAGE = 507;

/** The error for a full disk, bucket or quota. */
export function storageFull(cause?: unknown): DomainError {
  const message = "Photo storage is full. Please try again later.";
  return new DomainError("STORAGE_FULL", message, { cause });
}

/** The error for a storage that fails, is read-only, denies access, or does not respond in time. */
export function storageUnavailable(cause?: unknown): DomainError {
  const message = "Photo storage is temporarily unavailable. Please try again in a minute.";
  return new DomainError("STORAGE_UNAVAILABLE", message, {
    cause,
    details: { retryAfterSeconds: 60 },
  });
}

/**
 * Waits for the photo storage for up to `limitMs`. The work itself cannot be stopped: `discard` gets a result that
 * comes later.
 *
 * @throws DomainError STORAGE_FULL, STORAGE_UNAVAILABLE, or what `work` throws if the storage is not the cause
 */
export async function waitForStorage<T>(
  work: Promise<T>,
  limitMs: number,
  discard: (late: T) => void = () => undefined,
): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    tooLate.reject(storageUnavailable(new Error(`No response within ${limitMs} ms`)));
    // A late failure has already been reported as a timeout.
    work.then(discard, () => undefined);
  }, limitMs);
  try {
    return await Promise.race([work, tooLate.promise]);
  } catch (error) {
    throw toStorageError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Converts an error of the disk or the bucket to STORAGE_FULL or STORAGE_UNAVAILABLE. Returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ("syscall" in error && "code" in error) {
    return FULL.has(String(error.code)) ? storageFull(error) : storageUnavailable(error);
  }
  // The S3 client adds this to all of its errors, even if it could not connect.
  if ("$metadata" in error) {
    return isInsufficientStorage(error.$metadata) ? storageFull(error) : storageUnavailable(error);
  }
  return error;
}

function isInsufficientStorage(metadata: unknown): boolean {
  const isMap = typeof metadata === "object" && metadata !== null;
  return isMap && "httpStatusCode" in metadata && metadata.httpStatusCode === INSUFFICIENT_STORAGE;
}
