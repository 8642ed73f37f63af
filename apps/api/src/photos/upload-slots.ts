import { DomainError } from "@studbook/domain/errors";

/** How many uploads may be open at once: being received, waiting for their turn, or being decoded. */
export type SlotLimits = {
  total: number;
  member: number;
  network: number;
  /** How long an upload may be on its way before it can lose its place to another one, in milliseconds. */
  graceMs: number;
};

type Upload = {
  userId: string;
  network: string;
  /** Ends the upload for another one: see {@link UploadSlots.take}. */
  end: (reason: DomainError) => void;
};

/** The place of one upload. */
type UploadSlot = {
  /** All of the upload has come: it can no longer lose its place for being slow. */
  noteReceived(): void;
  leave(): void;
};

export type UploadSlots = {
  /**
   * Takes a place for one upload. When all are taken, another upload is ended for it: the newest of a member who
   * has at least two more than this one, or else the one that has been on its way for longest, beyond the grace.
   *
   * @throws DomainError TOO_MANY_REQUESTS when the member or the network has its share, BUSY when no other is ended
   */
  take(upload: Upload): UploadSlot;
  /** How many were refused, or ended for another one. */
  countRefused(): number;
};

type Open = Upload & { since: number; isReceived: boolean };

/** @param now milliseconds that only grow */
export function createUploadSlots(
  limits: SlotLimits,
  now: () => number = () => performance.now(),
): UploadSlots {
  // In the order in which they began.
  const open = new Set<Open>();
  let refused = 0;

  const countOf = (key: "userId" | "network", value: string) =>
    [...open].filter((upload) => upload[key] === value).length;

  const refuse = (code: "BUSY" | "TOO_MANY_REQUESTS", message: string) => {
    refused += 1;
    return new DomainError(code, message, { details: { retryAfterSeconds: 5 } });
  };

  const findOneOfMany = (userId: string): Open | undefined => {
    const byMember = [...Map.groupBy(open, (upload) => upload.userId).values()];
    const [most = []] = byMember.sort((a, b) => b.length - a.length);
    return most.length >= countOf("userId", userId) + 2 ? most.at(-1) : undefined;
  };

  const findSlow = (): Open | undefined =>
    [...open].find(({ since, isReceived }) => !isReceived && now() - since > limits.graceMs);

  const makeRoom = (userId: string) => {
    const busy = refuse(
      "BUSY",
      "Too many photos are being uploaded. Please try again in a moment.",
    );
    const ended = findOneOfMany(userId) ?? findSlow();
    if (!ended) throw busy;
    open.delete(ended);
    ended.end(busy);
  };

  return {
    countRefused: () => refused,
    take(upload) {
      if (countOf("userId", upload.userId) >= limits.member) {
        const message = `At most ${limits.member} of your uploads run at once. Please try again when one has ended.`;
        throw refuse("TOO_MANY_REQUESTS", message);
      }
      if (countOf("network", upload.network) >= limits.network) {
        const message = "Too many uploads come from your network. Please try again in a moment.";
        throw refuse("TOO_MANY_REQUESTS", message);
      }
      if (open.size >= limits.total) makeRoom(upload.userId);
      const place = { ...upload, since: now(), isReceived: false };
      open.add(place);
      return {
        noteReceived() {
          place.isReceived = true;
        },
        leave: () => void open.delete(place),
      };
    },
  };
}
