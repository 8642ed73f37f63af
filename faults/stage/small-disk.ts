import { execFile } from "node:child_process";
import { chown, mkdir, open, readFile, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { NotPermitted } from "../not-permitted.ts";

const run = promisify(execFile);
const CHUNK = Buffer.alloc(64 * 1024);

/** A file system of limited size, in memory. */
export type SmallDisk = {
  path: string;
  /** Fills it up to the last byte. */
  fill(): Promise<void>;
  /** Removes what `fill` has written. */
  free(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** @throws NotPermitted if this process may not mount file systems */
export async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(path, { recursive: true });
  await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0777`, "tmpfs", path]).catch(
    (error: Error) => {
      throw new NotPermitted(`Mounting a tmpfs failed: ${error.message.trim()}`);
    },
  );
  const filler = join(path, "filler");
  return {
    path,
    async fill() {
      const file = await open(filler, "a");
      try {
        for (let size = CHUNK.length; size > 0; ) {
          const { bytesWritten } = await file.write(CHUNK, 0, size).catch((error: unknown) => {
            if (error instanceof Error && "code" in error && error.code === "ENOSPC") {
              return { bytesWritten: 0 };
            }
            throw error;
          });
          if (bytesWritten === 0) size = Math.floor(size / 2);
        }
      } finally {
        await file.close();
      }
      const { bavail } = await statfs(path);
      if (bavail > 0) throw new Error(`${path} still has ${bavail} free blocks`);
    },
    free: () => rm(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      await run("umount", ["--lazy", path]);
    },
  };
}

/** Unmounts what an interrupted row has left mounted in a folder. */
export async function unmountAll(folder: string): Promise<void> {
  const mounts = (await readFile("/proc/mounts", "utf8")).split("\n");
  const paths = mounts.map((line) => line.split(" ")[1] ?? "");
  for (const path of paths.filter((path) => path.startsWith(`${folder}/`))) {
    await run("umount", ["--lazy", path]);
  }
}

/** Gives a folder to the user who owns another one. */
export async function giveTo(folder: string, sameOwnerAs: string): Promise<void> {
  const { uid, gid } = await stat(sameOwnerAs);
  await chown(folder, uid, gid);
}
