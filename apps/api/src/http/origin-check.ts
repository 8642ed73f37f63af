import { DomainError } from "@studbook/domain/errors";
import type { FastifyRequest } from "fastify";

const READS = new Set(["GET", "HEAD"]);

/**
 * Rejects writes, and downloads with side effects, that a browser sends from another site. A client that sends neither
 * `Sec-Fetch-Site` nor `Origin` is not a browser and passes.
 *
 * @throws DomainError FOREIGN_ORIGIN
 */
export function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { call } = request.routeOptions.config;
  if (READS.has(request.method) && !(call && "requiresSameOrigin" in call)) return;
  const site = request.headers["sec-fetch-site"];
  const { origin } = request.headers;
  if (site === "same-origin" || site === "none") return;
  if (site === undefined && origin === undefined) return;
  if (origin === publicUrl) return;
  throw foreignOrigin();
}

export function foreignOrigin(): DomainError {
  return new DomainError("FOREIGN_ORIGIN", "This call is allowed only from Studbook's own pages.");
}
