import { execFile } from "node:child_process";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";

const SCRIPT = fileURLToPath(new URL("rolling-restart", import.meta.url));
const DAY_SECONDS = 86_400;

/** Reads the running servers from a file, starts and removes them, and records its commands. */
const DOCKER = `#!/bin/sh
set -eu
case "$*" in
  "compose ps "*) cat "$FAKE/servers"; exit ;;
  "inspect "*) echo "\${HEALTH:-healthy 0}"; exit ;;
  "logs "*) for name in "$@"; do :; done; echo "what $name has logged"; exit ;;
esac
echo "$*" >> "$FAKE/commands"
case "$*" in
  "compose run "*migrate) exit "\${MIGRATED:-0}" ;;
  "compose --progress quiet up "*) echo "new-$(wc -l < "$FAKE/commands")" >> "$FAKE/servers" ;;
  "rm "*) for name in "$@"; do :; done
    grep -vx "$name" "$FAKE/servers" > "$FAKE/left"; mv "$FAKE/left" "$FAKE/servers" ;;
esac
`;

let folder: string;
let logs: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "studbook-rolling-"));
  logs = join(folder, "logs");
  await writeFile(join(folder, "docker"), DOCKER);
  await chmod(join(folder, "docker"), 0o755);
  await writeFile(join(folder, "servers"), "old-1\nold-2\n");
  await writeFile(join(folder, "commands"), "");
});
afterEach(() => rm(folder, { recursive: true }));

async function restart(env: Record<string, string> = {}): Promise<{ code: number; err: string }> {
  const settings = { FAKE: folder, LOG_DIR: logs, SETTLE_SECONDS: "0", ...env };
  const PATH = `${folder}:${process.env.PATH}`;
  try {
    await promisify(execFile)("sh", [SCRIPT], { env: { PATH, ...settings } });
    return { code: 0, err: "" };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || !("stderr" in error)) throw error;
    return { code: Number(error.code), err: String(error.stderr) };
  }
}

const read = async (name: string) =>
  (await readFile(join(folder, name), "utf8")).split("\n").filter(Boolean);

it("migrates first, then replaces each server and saves the logs of the old one", async () => {
  expect(await restart()).toEqual({ code: 0, err: "" });
  expect((await read("commands"))[0]).toBe("compose run --rm -T migrate");
  const servers = await read("servers");
  expect(servers).toHaveLength(2);
  expect(servers.join(" ")).toMatch(/^new-\d+ new-\d+$/);
  const files = (await readdir(logs)).toSorted();
  expect(files).toEqual([
    expect.stringMatching(/^old-1-\d{8}T\d{6}Z\.log\.gz$/),
    expect.stringMatching(/^old-2-/),
  ]);
  const [first = ""] = files;
  const kept = gunzipSync(await readFile(join(logs, first))).toString();
  expect(kept).toBe("what old-1 has logged\n");
  expect((await stat(join(logs, first))).mode & 0o777).toBe(0o600);
});

it("replaces no server if the migration fails", async () => {
  const { code, err } = await restart({ MIGRATED: "1" });
  expect([code, err]).toEqual([1, expect.stringContaining("The migration failed")]);
  expect(await read("servers")).toEqual(["old-1", "old-2"]);
});

it("saves the logs of a new server that does not become ready", async () => {
  const { code, err } = await restart({ HEALTH: "unhealthy 0" });
  expect([code, err]).toEqual([1, expect.stringContaining("did not become ready")]);
  expect(await read("servers")).toEqual(["old-1", "old-2"]);
  expect(await readdir(logs)).toEqual([expect.stringMatching(/^new-/)]);
});

it("does not remove a server whose logs cannot be saved", async () => {
  const { code, err } = await restart({ LOG_DIR: join(folder, "docker", "logs") });
  expect([code, err]).toEqual([1, expect.stringContaining("so it was not removed")]);
  expect(await read("servers")).toContain("old-1");
});

it("deletes saved logs after LOG_DAYS, and nothing else", async () => {
  await mkdir(logs);
  for (const [name, days] of [
    ["a.log.gz", 9],
    ["b.log.gz", 7],
    ["notes.txt", 99],
  ] as const) {
    await writeFile(join(logs, name), "");
    const at = Date.now() / 1000 - days * DAY_SECONDS;
    await utimes(join(logs, name), at, at);
  }
  await restart({ LOG_DAYS: "7" });
  const left = await readdir(logs);
  expect(left.filter((name) => !name.startsWith("old-")).toSorted()).toEqual([
    "b.log.gz",
    "notes.txt",
  ]);
});
