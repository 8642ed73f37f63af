import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { withOpenFileLimit } from "../../test/private-disk.ts";
import { createDiskStorage } from "./disk-storage.ts";
import { createS3Storage } from "./s3-storage.ts";
import { readPhoto } from "./storage.ts";
import { waitForStorage } from "./storage-errors.ts";

const OUT_OF_DESCRIPTORS = fileURLToPath(
  new URL("../../test/out-of-descriptors.ts", import.meta.url),
);
const LIMIT_MS = 10_000;
const KEY = "ab/320.webp";

const folder = await mkdtemp(join(tmpdir(), "studbook-errors-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const unavailable = { code: "STORAGE_UNAVAILABLE", details: { retryAfterSeconds: 60 } };

describe("a disk", () => {
  it("that denies access or is read-only makes the storage unavailable", async () => {
    const storage = createDiskStorage("/sys/studbook");
    const written = waitForStorage(storage.write(KEY, Buffer.from("photo")), LIMIT_MS);
    await expect(written).rejects.toMatchObject({
      ...unavailable,
      cause: { code: expect.stringMatching(/^(EPERM|EACCES|EROFS|ENOENT)$/) },
    });
  });

  it("that fails to read makes the storage unavailable, and the cause has the path", async () => {
    const root = join(folder, "failing");
    const path = join(root, "ab", KEY);
    await mkdir(dirname(path), { recursive: true });
    // Reading its first bytes fails with EIO; where it does not exist, reading a folder fails with EISDIR.
    await symlink(process.platform === "linux" ? "/proc/self/mem" : root, path);
    const read = waitForStorage(readPhoto(createDiskStorage(root), KEY), LIMIT_MS);
    const code = process.platform === "linux" ? "EIO" : "EISDIR";
    await expect(read).rejects.toMatchObject({ ...unavailable, cause: { code, path } });
  });

  it("that responds too late makes the storage unavailable, and a late result is discarded", async () => {
    const late = Promise.withResolvers<string>();
    const discarded = Promise.withResolvers<string>();
    const waiting = waitForStorage(late.promise, 1, discarded.resolve);
    await expect(waiting).rejects.toMatchObject(unavailable);
    late.resolve("a file");
    expect(await discarded.promise).toBe("a file");
  });
});

it("without free descriptors, the storage is unavailable and decoding is refused until there are some", async () => {
  const [shell = "", ...args] = withOpenFileLimit(64);
  const program = [process.execPath, OUT_OF_DESCRIPTORS, join(folder, "descriptors")];
  const { stdout } = await promisify(execFile)(shell, [...args, ...program]);
  const code = "STORAGE_UNAVAILABLE";
  expect(JSON.parse(stdout)).toEqual([code, code, code, "BUSY", "ok"]);
});

describe("a bucket", () => {
  it.each([
    [503, "STORAGE_UNAVAILABLE"],
    [403, "STORAGE_UNAVAILABLE"],
    [507, "STORAGE_FULL"],
  ])("that responds with %i: %s", async (status, code) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(request.method === "HEAD" ? 404 : status).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const written = waitForStorage(bucketAt(port).write(KEY, Buffer.from("photo")), LIMIT_MS);
    await expect(written).rejects.toMatchObject({ code });
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    const opened = waitForStorage(bucketAt(port).open(KEY), LIMIT_MS);
    await expect(opened).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  });
});

function bucketAt(port: number) {
  return createS3Storage({
    bucket: "studbook",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    pathStyle: true,
    accessKeyId: "id",
    secretAccessKey: "secret",
  });
}

it("does not change errors that the storage did not cause", async () => {
  const error = new TypeError("a bug");
  await expect(waitForStorage(Promise.reject(error), LIMIT_MS)).rejects.toBe(error);
});
