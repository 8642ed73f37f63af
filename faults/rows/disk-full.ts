import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { newAdFields } from "@studbook/api/test/test-app";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { drawPhoto } from "../stage/photo.ts";
import { openSite, type Site } from "../stage/site.ts";
import { giveTo, mountSmallDisk, type SmallDisk } from "../stage/small-disk.ts";
import { timeUntil } from "../stage/wait.ts";
import { visitorKinds } from "../traffic/kinds.ts";
import { runLoad } from "../traffic/load.ts";
import { ANSWER_MS, READY_MS } from "../traffic/outage.ts";
import { describeSamples, isOk } from "../traffic/samples.ts";
import { type Answer, describe, send } from "../traffic/send.ts";

const UPLOADS = 6;
const FILES = 3;
const WRITES = 40;
const UPLOADS_PROMISE = "uploads get 507, leave no files and use no quota; everything else works";

export const photosDiskFull: Row = {
  name: "photos-disk-full",
  fault: "the file system of DATA_DIR, or only that of its photos, has no space left",
  promise: UPLOADS_PROMISE,
  async run(stage) {
    const findings = new Findings();
    for (const folder of ["data", "data/photos"]) {
      await using site = await openSite(stage, { isProxied: false, isStarted: false });
      const path = join(site.dataDir, "..", folder);
      await using disk = await mountSmallDisk(path, folder === "data" ? 1200 : 8);
      await site.server.start();
      findings.include(folder, await measureUploads(site, disk, 507));
    }
    return findings;
  },
};

export const temporaryDiskFull: Row = {
  name: "temporary-disk-full",
  fault: "the file system of TMPDIR has no space left",
  promise: "uploads work or get 507, leave no files and use no quota; everything else works",
  async run(stage) {
    await using disk = await mountSmallDisk(join(stage.folder, "tmp"), 4);
    await using site = await openSite(stage, { isProxied: false, env: { TMPDIR: disk.path } });
    return await measureUploads(site, disk, 200);
  },
};

export const databaseDiskFull: Row = {
  name: "database-disk-full",
  fault: "the file system of the database's tables has no space left",
  promise: "writes get 503 with Retry-After, reads go on, and writes succeed within 5 s after",
  async run(stage) {
    const { postgres } = stage;
    const folder = join(stage.folder, "tablespace");
    await using disk = await mountSmallDisk(folder, 64);
    await giveTo(folder, await readDataDirectory(postgres.urlOf("postgres")));
    await withConnection(postgres.urlOf("postgres"), (db) =>
      runSql(db, `create tablespace small location '${folder}'`),
    );
    const findings = new Findings();
    const site = await openSite(stage, { isProxied: false, inTablespace: "small" });
    try {
      await measureWrites(findings, site, disk);
    } finally {
      await site.close();
      await withConnection(postgres.urlOf("postgres"), async (db) => {
        await runSql(db, `drop database ${site.database} with (force)`);
        await runSql(db, "drop tablespace small");
      });
    }
    return findings;
  },
};

async function measureUploads(site: Site, disk: SmallDisk, expected: 200 | 507): Promise<Findings> {
  const findings = new Findings();
  const member = await site.createMember();
  const photo = await drawPhoto();
  const upload = () => {
    const body = new FormData();
    for (let n = 0; n < FILES; n++) body.append("images", new Blob([photo]), "dog.jpg");
    return site.send("/api/upload-images", { ...member, method: "POST", body });
  };
  const first = await upload();
  findings.none("failures of uploads before", first.status === 200 ? [] : [describe(first)]);
  await disk.fill();
  const filesBefore = await listFiles(site.dataDir);
  const quotaBefore = await countRows(site, "upload_attempts");
  const photosBefore = await countRows(site, "photos");
  const answers = [];
  for (let n = 0; n < UPLOADS; n++) answers.push(await upload());
  const wrong = answers.filter(({ status }) => status !== 507 && status !== expected);
  findings.none(`wrong answers of ${UPLOADS} uploads`, wrong.map(describe));
  const stored = answers.filter(({ status }) => status === 200).length * FILES;
  const files = await listFiles(site.dataDir);
  const left = files.filter((file) => !filesBefore.includes(file));
  const unexpected = stored > 0 ? left.filter((file) => file.endsWith(".part")) : left;
  findings.none(
    "files left",
    unexpected.map((file) => file.replace(/[\w-]{36}/g, "*")),
  );
  const used = (await countRows(site, "upload_attempts")) - quotaBefore - stored;
  findings.atMost("quota used by failed uploads", used, 0, " files");
  const rows = (await countRows(site, "photos")) - photosBefore - stored;
  findings.atMost("rows of photos without files", rows, 0);
  const reads = await readEverything(site);
  findings.none("other failures", reads);
  await disk.free();
  const again = await timeUntil(READY_MS, async () => (await upload()).status === 200);
  findings.atMost("uploads work again after", again, READY_MS, " ms");
  return findings;
}

async function measureWrites(findings: Findings, site: Site, disk: SmallDisk): Promise<void> {
  const member = await site.createMember();
  const bodies = [];
  for (let n = 0; n < WRITES; n++) bodies.push(await newAd(site, member.id));
  await disk.fill();
  const create = async (body: object): Promise<Answer> =>
    await send(site.server.baseUrl, "/api/ads", { ...member, method: "POST", body });
  const answers = [];
  for (const body of bodies) answers.push(await create(body));
  const refused = answers.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  findings.atLeast(`refused of ${answers.length} writes`, refused.length, 1);
  const wrong = answers.filter((answer) => answer.status !== 201 && !refused.includes(answer));
  findings.none("wrong answers to writes", wrong.map(describe));
  const longest = Math.max(...answers.map(({ ms }) => ms));
  findings.atMost("slowest write", longest, ANSWER_MS, " ms");
  findings.none("failures of reads", await readEverything(site));
  await disk.free();
  const again = await timeUntil(READY_MS, async () => {
    return (await create(await newAd(site, member.id))).status === 201;
  });
  findings.atMost("writes succeed again after", again, READY_MS, " ms");
}

/** The fields of an ad whose description fills most of a page of a table. */
async function newAd(site: Site, userId: string): Promise<object> {
  const fields = await newAdFields(site.owner, userId);
  const words = Array.from({ length: 500 }, () => Math.random().toString(36).slice(2, 10));
  return { ...fields, description: words.join(" ") };
}

/** Reads calls, pages and probes, and returns the failures. */
async function readEverything(site: Site): Promise<string[]> {
  const kinds = Object.values(visitorKinds([site.newAddress()]));
  const plan = { port: site.server.port, kinds, pace: { perSecond: 20 }, seconds: 1 };
  return describeSamples((await runLoad(plan)).filter((sample) => !isOk(sample)));
}

async function readDataDirectory(url: string): Promise<string> {
  const [row] = await withConnection(url, (db) => runSql(db, "show data_directory"));
  return String(row?.dataDirectory ?? row?.data_directory);
}

async function countRows(site: Site, table: "upload_attempts" | "photos"): Promise<number> {
  const [row] = await runSql(site.owner, `select count(*) as n from ${table}`);
  return Number(row?.n);
}

async function listFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
