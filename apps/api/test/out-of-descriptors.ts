import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { createDecoder } from "../src/photos/decoder.ts";
import { createDiskStorage } from "../src/photos/disk-storage.ts";
import { processPhoto } from "../src/photos/process-photo.ts";
import { createSpool } from "../src/photos/spool.ts";
import { waitForStorage } from "../src/photos/storage-errors.ts";
import { plainPicture } from "./uploads.ts";

/** Uses a folder for photos while this process can open no more files. Prints the codes of the errors, as JSON. */
const [folder = ""] = process.argv.slice(2);
const LIMIT_MS = 10_000;
const storage = createDiskStorage(folder);
const decoder = createDecoder();
const spool = createSpool(join(folder, "uploads"), {
  spoolBytes: 1,
  reserveBytes: 0,
  diskMs: LIMIT_MS,
});
const picture = await plainPicture(4, 3).png().toBuffer();
const key = "ab/320.webp";
await storage.write(key, picture);

const opened: FileHandle[] = [];
const opening = async () => {
  while (true) opened.push(await open(folder));
};
await codeOf(opening());
const codes = [
  await codeOf(spool.open()),
  await codeOf(waitForStorage(storage.open(key), LIMIT_MS)),
  await codeOf(waitForStorage(storage.write("cd/320.webp", picture), LIMIT_MS)),
  await codeOf(processPhoto(decoder, picture, "dog.png")),
];
for (const file of opened) await file.close();
codes.push(await codeOf(processPhoto(decoder, picture, "dog.png")));
decoder.close();
process.stdout.write(JSON.stringify(codes));

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return "ok";
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : String(error);
  }
}
