import { DomainError } from "@studbook/domain/errors";
import type { Uploader } from "./decode-queue.ts";
import { uploadsBusy } from "./spool.ts";

/** How many uploads may be open at once: being received, waiting to be decoded, or being decoded. */
export type SlotLimits = {
  total: number;
  /** All accounts without an active membership together, because such accounts cost nothing to create. */
  free: number;
  /** Per account. */
  member: number;
  /** Per IPv4 address or IPv6 /64. */
  network: number;
  /** Per IPv6 /48. */
  site: number;
  /** How long an upload may take to arrive before it can be evicted as slow, in milliseconds. */
  graceMs: number;
};

type Upload = Uploader & {
  network: string;
  site: string | undefined;
  /** Called when the upload is evicted: see {@link UploadSlots.acquire}. */
  onEvict: (reason: DomainError) => void;
};

type UploadSlot = {
  /** Marks the upload as complete, so that it can no longer be evicted as slow. */
  markReceived(): void;
  /** An upload is never evicted while one of its photos is being decoded. */
  setDecoding(isDecoding: boolean): void;
  release(): void;
};

export type UploadSlots = {
  /**
   * Acquires a slot. If none is free, evicts the first upload that qualifies, in this order: the newest upload
   * of the member with the most open uploads, if that is at least two more than this member has; the newest upload of
   * the uploader who has used the most recent decoding time, if that exceeds this uploader's by more than one photo
   * takes; the newest upload of the neighborhood with the most open uploads, if that is at least two more than this
   * neighborhood has; the oldest upload that has not arrived within the grace period. A free account evicts only free
   * accounts' uploads.
   *
   * @throws DomainError TOO_MANY_REQUESTS if the member or network is at its limit, BUSY if no upload can be evicted
   */
  acquire(upload: Upload): UploadSlot;
  /** Counts refused and evicted uploads. */
  countRefused(): number;
};

type OpenUpload = Upload & { since: number; isReceived: boolean; isDecoding: boolean };

/** Roughly the time of one photo, so that an uploader is not evicted right after their first one. */
const MUCH_USED_MS = 3000;

/**
 * @param usedMs recent decoding time of an uploader, in milliseconds
 * @param now a monotonic clock in milliseconds
 */
export function createUploadSlots(
  limits: SlotLimits,
  usedMs: (upload: Uploader) => number,
  now: () => number = () => performance.now(),
): UploadSlots {
  // In the order in which they started.
  const open = new Set<OpenUpload>();
  let refused = 0;

  const countOf = (key: "userId" | "network" | "site" | "neighborhood", value: string) =>
    [...open].filter((upload) => upload[key] === value).length;

  const refuse = (message: string) => {
    refused += 1;
    return new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds: 5 } });
  };

  const findOneOfMany = (
    key: "userId" | "neighborhood",
    candidates: readonly OpenUpload[],
    upload: Upload,
  ): OpenUpload | undefined => {
    const byKey = [...Map.groupBy(candidates, (other) => other[key]).values()];
    const [most = []] = byKey.sort((a, b) => b.length - a.length);
    return most.length >= countOf(key, upload[key]) + 2 ? most.at(-1) : undefined;
  };

  const findMostUsed = (
    candidates: readonly OpenUpload[],
    upload: Upload,
  ): OpenUpload | undefined => {
    let mostUsed: OpenUpload | undefined;
    let most = usedMs(upload) + MUCH_USED_MS;
    for (const other of candidates) {
      const used = usedMs(other);
      if (used >= most) [mostUsed, most] = [other, used];
    }
    return mostUsed;
  };

  const findSlow = (candidates: readonly OpenUpload[]): OpenUpload | undefined =>
    candidates.find(({ since, isReceived }) => !isReceived && now() - since > limits.graceMs);

  const evictFor = (upload: Upload) => {
    refused += 1;
    const busy = uploadsBusy();
    const candidates = [...open].filter(
      ({ isDecoding, isFree }) => !isDecoding && (isFree || !upload.isFree),
    );
    const evicted =
      findOneOfMany("userId", candidates, upload) ??
      findMostUsed(candidates, upload) ??
      findOneOfMany("neighborhood", candidates, upload) ??
      findSlow(candidates);
    if (!evicted) throw busy;
    open.delete(evicted);
    evicted.onEvict(busy);
  };

  const isFull = ({ isFree }: Upload) =>
    open.size >= limits.total ||
    (isFree && [...open].filter((other) => other.isFree).length >= limits.free);

  return {
    countRefused: () => refused,
    acquire(upload) {
      const { userId, network, site } = upload;
      if (countOf("userId", userId) >= limits.member) {
        const message = `You already have ${limits.member} uploads running. Try again when one has finished.`;
        throw refuse(message);
      }
      const isNetworkFull =
        countOf("network", network) >= limits.network ||
        (site !== undefined && countOf("site", site) >= limits.site);
      if (isNetworkFull) {
        const message =
          "Too many uploads are coming from your network. Please try again in a moment.";
        throw refuse(message);
      }
      if (isFull(upload)) evictFor(upload);
      const entry = { ...upload, since: now(), isReceived: false, isDecoding: false };
      open.add(entry);
      return {
        markReceived() {
          entry.isReceived = true;
        },
        setDecoding(isDecoding) {
          entry.isDecoding = isDecoding;
        },
        release: () => void open.delete(entry),
      };
    },
  };
}
