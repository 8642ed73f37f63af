import { createHash, randomInt } from "node:crypto";
import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { listWrongSums } from "@studbook/db/queries/wrong-sums";
import { newTestAd } from "@studbook/db/test/factories";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { runStudbook } from "../stage/command-line.ts";
import { drawPhoto } from "../stage/photo.ts";
import { openSite, type Site } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { runLoad } from "../traffic/load.ts";
import { planMixedTraffic } from "../traffic/outage.ts";
import { describeSamples, isOk } from "../traffic/samples.ts";

const OWNERS = 5;
const FLIPS = 6;

export const backup: Row = {
  name: "backup",
  fault: "a backup is written under traffic, restored, and damaged by flipped bytes or truncated",
  promise:
    "no request fails; the backup is restored with the same data and photos; damaged ones are refused",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    const findings = new Findings();
    for (let n = 0; n < OWNERS; n++) await listDog(site);
    const file = join(stage.folder, `${site.database}.tar`);
    const stopped = new AbortController();
    const plan = await planMixedTraffic(site, 30);
    const running = runLoad({ ...plan, seconds: Number.POSITIVE_INFINITY }, stopped.signal);
    const { code, output } = await runStudbook(stage, ["backup", file], site);
    await delay(500);
    stopped.abort();
    const samples = await running;
    findings.none("failed backups", code === 0 ? [] : [output]);
    const failed = samples.filter((sample) => !isOk(sample));
    findings.none(`failures of ${samples.length} requests`, describeSamples(failed));
    const target = {
      database: await stage.createEmptyDatabase(),
      dataDir: join(stage.folder, `${site.database}-restored`),
    };
    await restoreDamaged(stage, findings, file, target);
    const restored = await runStudbook(stage, ["restore", file], target);
    findings.none("failed restores", restored.code === 0 ? [] : [restored.output]);
    await compare(stage, findings, site, target);
    return findings;
  },
};

type Target = { database: string; dataDir: string };

async function listDog(site: Site): Promise<void> {
  const member = await site.createMember();
  const body = new FormData();
  for (let n = 0; n < 3; n++) body.append("images", new Blob([await drawPhoto()]), "dog.jpg");
  const upload = await site.send("/api/upload-images", { ...member, method: "POST", body });
  const images: string[] = JSON.parse(upload.text).urls;
  const ad = { ...newTestAd, images };
  const created = await site.send("/api/ads", { ...member, method: "POST", body: ad });
  if (created.status !== 201) throw new Error(`The ad was not created: ${created.text}`);
}

async function restoreDamaged(
  stage: Stage,
  findings: Findings,
  file: string,
  target: Target,
): Promise<void> {
  const bytes = await readFile(file);
  const damaged = `${file}.damaged`;
  const accepted: string[] = [];
  for (let n = 0; n < FLIPS; n++) {
    const at = randomInt(bytes.length);
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ (1 << randomInt(8));
    await writeFile(damaged, copy);
    if ((await runStudbook(stage, ["restore", damaged], target)).code === 0) {
      accepted.push(`a flipped bit in byte ${at} of ${bytes.length}`);
    }
  }
  await truncate(damaged, Math.floor(bytes.length * 0.9));
  if ((await runStudbook(stage, ["restore", damaged], target)).code === 0) {
    accepted.push("a truncated file");
  }
  findings.none(`damaged backups of ${FLIPS + 1} accepted`, accepted);
}

async function compare(
  { postgres }: Stage,
  findings: Findings,
  site: Site,
  target: Target,
): Promise<void> {
  await withConnection(postgres.urlOf(target.database), async (db) => {
    findings.none("wrong counts", await listWrongSums(db));
    const count =
      "select (select count(*) from ads) as ads, (select count(*) from photos) as photos";
    const [source] = await runSql(site.owner, count);
    const [copy] = await runSql(db, count);
    findings.expect(
      `${copy?.ads} of ${source?.ads} ads and ${copy?.photos} of ${source?.photos} photos restored`,
      copy?.ads === source?.ads && copy?.photos === source?.photos,
    );
  });
  const [source, copy] = await Promise.all([hashPhotos(site), hashPhotos(target)]);
  const changed = [...source].filter(([name, hash]) => copy.get(name) !== hash);
  findings.none(
    `missing or changed photo files of ${source.size}`,
    changed.map(([name]) => name),
  );
}

async function hashPhotos({ dataDir }: Pick<Target, "dataDir">): Promise<Map<string, string>> {
  const folder = join(dataDir, "photos");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const hashes = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const path = join(parentPath, name);
    const hash = createHash("sha256").update(await readFile(path));
    return [relative(folder, path), hash.digest("hex")];
  });
  return new Map(await Promise.all(hashes));
}
