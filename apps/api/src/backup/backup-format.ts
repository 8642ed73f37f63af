import { z } from "@studbook/domain/schemas/z";

/**
 * A backup is a tar archive that any tar program can read, followed by the seal: one line with the SHA-256 of all bytes
 * before it. The archive contains `studbook.json` (BackupHead), `photos/{id}/{width}.webp`, and the tables in the text
 * format of COPY as gzipped parts `tables/{name}/{n}.gz`. After every 1,000 entries and at the end, a list `sums/{n}` has
 * their SHA-256 checksums in the format of `sha256sum -c`.
 */
export const FORMAT = 1;

export const HEAD_NAME = "studbook.json";

export const BackupHead = z.object({
  format: z.literal(FORMAT),
  /** The version of the product that wrote the backup. */
  product: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

export type BackupHead = z.output<typeof BackupHead>;

/** A backup could not be written or restored. Its message is for operators. */
export class BackupError extends Error {
  override name = "BackupError";
}

const SEAL = /^studbook backup sha256 ([0-9a-f]{64})\n$/;

/** Returns the last line of a backup for the SHA-256 of all bytes before it. */
export function sealOf(sha256: string): string {
  return `studbook backup sha256 ${sha256}\n`;
}

export const SEAL_BYTES = sealOf("0".repeat(64)).length;

/** Returns the SHA-256 in a seal, or undefined if the line is not a seal. */
export function readSeal(line: string): string | undefined {
  return SEAL.exec(line)?.[1];
}
