import { z } from "zod";
import type { Store } from "../state/store.ts";

const Attempts = z.array(
  z.object({
    /** Unix time in milliseconds. */
    at: z.number(),
    /** The endpoint's HTTP status, or null if it did not respond. */
    status: z.number().nullable(),
    error: z.string().nullable(),
  }),
);

export const Delivery = z.object({
  /** Increases with every new delivery. */
  seq: z.number(),
  /** The event's ID. */
  event: z.string(),
  state: z.enum(["pending", "delivered", "lost", "given_up"]),
  /** Time of the next attempt, as Unix time in milliseconds. */
  next_at: z.number(),
  attempts: Attempts,
});

/** The delivery of one event to the endpoint. */
export type Delivery = z.output<typeof Delivery>;

const COLUMNS = "seq, event, state, next_at, attempts";

export function insertDelivery(
  { db }: Store,
  event: string,
  state: "pending" | "lost",
  nextAt: number,
): Delivery {
  const row = db
    .prepare(
      `insert into deliveries (event, state, next_at, attempts) values (?, ?, ?, '[]') returning ${COLUMNS}`,
    )
    .get(event, state, nextAt);
  return read(row);
}

export function saveDelivery({ db }: Store, delivery: Delivery): void {
  db.prepare("update deliveries set state = ?, next_at = ?, attempts = ? where seq = ?").run(
    delivery.state,
    delivery.next_at,
    JSON.stringify(delivery.attempts),
    delivery.seq,
  );
}

/** Pending deliveries, the next one due first. */
export function listPending({ db }: Store): Delivery[] {
  return db
    .prepare(`select ${COLUMNS} from deliveries where state = 'pending' order by next_at, seq`)
    .all()
    .map(read);
}

/** All deliveries in the order of their creation. */
export function listDeliveries({ db }: Store): Delivery[] {
  return db.prepare(`select ${COLUMNS} from deliveries order by seq`).all().map(read);
}

function read(row: Record<string, unknown> | undefined): Delivery {
  return Delivery.parse({ ...row, attempts: JSON.parse(String(row?.attempts)) });
}
