import { z } from "@studbook/domain/schemas/z";

/**
 * A backup is a tar archive that any tar reads, and one line behind it with the SHA-256 of all bytes
 * before. In the archive: `studbook.json` (BackupHead), `photos/{id}/{width}.webp`, the tables as COPY's
 * text in gzipped parts `tables/{name}/{n}.gz`, and after every so many of them, and at the end, a list
 * `sums/{n}` of their SHA-256 as `sha256sum -c` reads it.
 */
export const FORMAT = 1;

export const HEAD_NAME = "studbook.json";

export const BackupHead = z.object({
  format: z.literal(FORMAT),
  /** The version of the product that wrote it. */
  product: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

export type BackupHead = z.output<typeof BackupHead>;

/** Why a file is not restored; its message is one for an operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

const SEAL = /^studbook backup sha256 ([0-9a-f]{64})\n$/;

/** The last line of a backup, from the SHA-256 of all before it. */
export function sealOf(sha256: string): string {
  return `studbook backup sha256 ${sha256}\n`;
}

export const SEAL_BYTES = sealOf("0".repeat(64)).length;

/** The SHA-256 that a last line tells; undefined when it is none. */
export function readSeal(line: string): string | undefined {
  return SEAL.exec(line)?.[1];
}
