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
import { withoutWaitBudget } from "@studbook/db/wait-budget";
import { BYTE_ORDER_MARK, type CsvValue, csvLine, escapeFormulas } from "@studbook/domain/csv";
import type { UserFilters } from "@studbook/domain/schemas/admin";
import { recordAudit } from "../audit/record-audit.ts";
import { adminsOnly } from "../auth/viewer.ts";
import type { UserContext } from "../trpc.ts";
import { auditActor, lockOperator } from "./operator.ts";

// About half a megabyte of ads.
const BATCH = 500;

/**
 * Returns the matching users as CSV, newest first. The file is streamed in batches, never whole in memory. The export is
 * recorded in the audit log before the first line is sent.
 *
 * @throws DomainError NOT_SIGNED_IN, FORBIDDEN
 */
export async function exportUsers(ctx: UserContext, filters: UserFilters): Promise<Readable> {
  // The search text may be a name or an address, which the audit log must not contain.
  const { q, ...choices } = filters;
  await recordExport(ctx, "users.exported", { ...choices, searched: q !== undefined });
  return streamOf(ctx, USER_ROW_COLUMNS, (after: UserRow | undefined) =>
    listUserRows(ctx.db, filters, BATCH, after),
  );
}

/** Returns all ads as CSV, in the order of their IDs. Streams and records like `exportUsers`. */
export async function exportAds(ctx: UserContext): Promise<Readable> {
  await recordExport(ctx, "ads.exported", {});
  return streamOf(ctx, AD_ROW_COLUMNS, async (after: AdRow | undefined) => {
    const rows = await listAdRows(ctx.db, BATCH, after);
    return rows.map((row) => ({ ...row, record: row.record && escapeFormulas(row.record) }));
  });
}

async function recordExport(
  ctx: UserContext,
  action: "users.exported" | "ads.exported",
  details: Record<string, string | boolean | undefined>,
): Promise<void> {
  const defined = Object.entries(details).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  await ctx.db.transaction().execute(async (tx) => {
    await lockOperator(tx, ctx);
    await recordAudit(tx, { ...auditActor(ctx), action, details: Object.fromEntries(defined) });
  });
}

function streamOf<Column extends string, Row extends Record<Column, CsvValue>>(
  ctx: UserContext,
  columns: readonly Column[],
  listRows: (after: Row | undefined) => Promise<Row[]>,
): Readable {
  // Each batch has a limit of its own.
  const readRows = (after: Row | undefined) => withoutWaitBudget(() => listRows(after));
  return Readable.from(linesOf(ctx, columns, readRows), {
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
    // A large file takes a while, and the caller may no longer be an admin.
    const isAdmin = await withoutWaitBudget(() => isActiveAdmin(db, viewer.userId));
    if (!isAdmin) throw adminsOnly();
    rows = await listRows(rows.at(-1));
  }
}
