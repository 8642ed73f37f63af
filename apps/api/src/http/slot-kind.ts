import type { FastifyRequest } from "fastify";
import { priorityOf } from "./priority.ts";
import { kindOf } from "./request-kind.ts";

/** The kinds of requests that have their own slots. */
export type SlotKind = "reads" | "photo-reads" | "changes" | "sign-ins" | "payments";

const READS = new Set(["GET", "HEAD"]);

/** Returns the kind of slot that a request needs, if any. */
export function slotKindOf(request: FastifyRequest): SlotKind | undefined {
  const kind = kindOf(request);
  if (kind === "probe" || kind === "file") return undefined;
  if (READS.has(request.method)) return kind === "photo" ? "photo-reads" : "reads";
  const priority = priorityOf(request);
  if (priority === "payment") return "payments";
  return priority === "sign-in" ? "sign-ins" : "changes";
}
