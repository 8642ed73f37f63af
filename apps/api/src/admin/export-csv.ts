import { Readable } from "node:stream";
import {
  AD_ROW_COLUMNS,
  type AdRow,
  listAdRows,
  listUserRows,
  USER_ROW_COLUMNS,
  type UserRow,
} from "@studbook/db/queries/export-rows";
import { isActiveAdmin } from "@studbook/db/queries/users";
import { BYTE_ORDER_MARK, type CsvValue, csvLine } from "@studbook/domain/csv";
import { DomainError } from "@studbook/domain/errors";
import type { UserFilters } from "@studbook/domain/schemas/admin";
import { recordAudit } from "../audit/record-audit.ts";
import { ADMINS_ALONE } from "../auth/viewer.ts";
import type { UserContext } from "../trpc.ts";
import { actedBy, lockOperator } from "./operator.ts";

// About half a megabyte of ads.
const BATCH = 500;

/**
 * All users that match as CSV, newest first, made while it is read and never whole in memory. That it
 * was asked for is in the audit log before the first line leaves.
 *
 * @throws DomainError NOT_SIGNED_IN, FORBIDDEN
 */
export async function exportUsers(ctx: UserContext, filters: UserFilters): Promise<Readable> {
  const { q, ...words } = filters;
  await recordExport(ctx, "users.exported", { ...words, searched: q !== undefined });
  return streamOf(ctx, USER_ROW_COLUMNS, (after: UserRow | undefined) =>
    listUserRows(ctx.db, filters, BATCH, after),
  );
}

/** All ads as CSV in the order of their ids, as `exportUsers` does it. */
export async function exportAds(ctx: UserContext): Promise<Readable> {
  await recordExport(ctx, "ads.exported", {});
  return streamOf(ctx, AD_ROW_COLUMNS, (after: AdRow | undefined) =>
    listAdRows(ctx.db, BATCH, after),
  );
}

async function recordExport(
  ctx: UserContext,
  action: "users.exported" | "ads.exported",
  details: Record<string, string | boolean | undefined>,
): Promise<void> {
  const given = Object.entries(details).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  await ctx.db.transaction().execute(async (tx) => {
    await lockOperator(tx, ctx);
    await recordAudit(tx, { ...actedBy(ctx), action, details: Object.fromEntries(given) });
  });
}

function streamOf<Column extends string, Row extends Record<Column, CsvValue>>(
  ctx: UserContext,
  columns: readonly Column[],
  listRows: (after: Row | undefined) => Promise<Row[]>,
): Readable {
  return Readable.from(linesOf(ctx, columns, listRows), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  });
}

async function* linesOf<Column extends string, Row extends Record<Column, CsvValue>>(
  { db, viewer }: UserContext,
  columns: readonly Column[],
  listRows: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  let rows = await listRows(undefined);
  while (rows.length > 0) {
    yield rows.map((row) => csvLine(columns.map((column) => row[column]))).join("");
    if (rows.length < BATCH) return;
    // A file takes a while, and who asked for it may have lost the right to it.
    if (!(await isActiveAdmin(db, viewer.userId))) throw new DomainError("FORBIDDEN", ADMINS_ALONE);
    rows = await listRows(rows.at(-1));
  }
}
