import { DomainError } from "@studbook/domain/errors";
import type { Worker } from "./turns.ts";

/** How many uploads may be open at once: being received, waiting for their turn, or being decoded. */
export type SlotLimits = {
  total: number;
  /** Of all accounts without a running membership together, which cost nothing to have. */
  free: number;
  member: number;
  /** Of an IPv4 address or an IPv6 /64. */
  network: number;
  /** Of an IPv6 /48. */
  site: number;
  /** How long an upload may be on its way before it can lose its place to another one, in milliseconds. */
  graceMs: number;
};

type Upload = Worker & {
  network: string;
  site: string | undefined;
  /** Ends the upload for another one: see {@link UploadSlots.take}. */
  end: (reason: DomainError) => void;
};

/** The place of one upload. */
type UploadSlot = {
  /** All of the upload has come: it can no longer lose its place for being slow. */
  noteReceived(): void;
  /** Whether one of its photos is being decoded: meanwhile it cannot lose its place. */
  noteDecoding(isDecoding: boolean): void;
  leave(): void;
};

export type UploadSlots = {
  /**
   * Takes a place for one upload. When all that it may have are taken, another upload is ended for it, of the first
   * of these that there is: the newest of a member who has at least two more; the newest of who has used more
   * decoding time lately, by more than a photo may take; the newest of the neighborhood with the most, if that has at
   * least two more; the one that has been on its way for longest, beyond the grace. A free account ends free ones only.
   *
   * @throws DomainError TOO_MANY_REQUESTS when the member or the network has its share, BUSY when no other is ended
   */
  take(upload: Upload): UploadSlot;
  /** How many were refused, or ended for another one. */
  countRefused(): number;
};

type Open = Upload & { since: number; isReceived: boolean; isDecoding: boolean };

/** About what one photo may take, so that who has just had one is not ended for everybody who has had none. */
const MUCH_USED_MS = 3000;

/**
 * @param usedMs the decoding time that whoever uploads has used lately, in milliseconds
 * @param now milliseconds that only grow
 */
export function createUploadSlots(
  limits: SlotLimits,
  usedMs: (upload: Worker) => number,
  now: () => number = () => performance.now(),
): UploadSlots {
  // In the order in which they began.
  const open = new Set<Open>();
  let refused = 0;

  const countOf = (key: "userId" | "network" | "site" | "neighborhood", value: string) =>
    [...open].filter((upload) => upload[key] === value).length;

  const refuse = (code: "BUSY" | "TOO_MANY_REQUESTS", message: string) => {
    refused += 1;
    return new DomainError(code, message, { details: { retryAfterSeconds: 5 } });
  };

  const findOneOfMany = (
    key: "userId" | "neighborhood",
    among: readonly Open[],
    upload: Upload,
  ): Open | undefined => {
    const byKey = [...Map.groupBy(among, (other) => other[key]).values()];
    const [most = []] = byKey.sort((a, b) => b.length - a.length);
    return most.length >= countOf(key, upload[key]) + 2 ? most.at(-1) : undefined;
  };

  const findMostUsed = (among: readonly Open[], upload: Upload): Open | undefined => {
    let [found, most]: [Open | undefined, number] = [undefined, usedMs(upload) + MUCH_USED_MS];
    for (const other of among) {
      const used = usedMs(other);
      if (used >= most) [found, most] = [other, used];
    }
    return found;
  };

  const findSlow = (among: readonly Open[]): Open | undefined =>
    among.find(({ since, isReceived }) => !isReceived && now() - since > limits.graceMs);

  const makeRoom = (upload: Upload) => {
    const busy = refuse(
      "BUSY",
      "Too many photos are being uploaded. Please try again in a moment.",
    );
    const among = [...open].filter(
      ({ isDecoding, isFree }) => !isDecoding && (isFree || !upload.isFree),
    );
    const ended =
      findOneOfMany("userId", among, upload) ??
      findMostUsed(among, upload) ??
      findOneOfMany("neighborhood", among, upload) ??
      findSlow(among);
    if (!ended) throw busy;
    open.delete(ended);
    ended.end(busy);
  };

  const isFull = ({ isFree }: Upload) =>
    open.size >= limits.total ||
    (isFree && [...open].filter((other) => other.isFree).length >= limits.free);

  return {
    countRefused: () => refused,
    take(upload) {
      const { userId, network, site } = upload;
      if (countOf("userId", userId) >= limits.member) {
        const message = `You already have ${limits.member} uploads running. Try again when one has finished.`;
        throw refuse("TOO_MANY_REQUESTS", message);
      }
      const isCrowded =
        countOf("network", network) >= limits.network ||
        (site !== undefined && countOf("site", site) >= limits.site);
      if (isCrowded) {
        const message = "Too many uploads come from your network. Please try again in a moment.";
        throw refuse("TOO_MANY_REQUESTS", message);
      }
      if (isFull(upload)) makeRoom(upload);
      const place = { ...upload, since: now(), isReceived: false, isDecoding: false };
      open.add(place);
      return {
        noteReceived() {
          place.isReceived = true;
        },
        noteDecoding(isDecoding) {
          place.isDecoding = isDecoding;
        },
        leave: () => void open.delete(place),
      };
    },
  };
}
