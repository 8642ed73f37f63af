import { setTimeout as delay } from "node:timers/promises";
import { createMember } from "@studbook/api/test/test-app";
import { createAd } from "@studbook/db/test/factories";
import type { Site } from "@studbook/faults/stage/site";
import { changeSomething, erase, type Owner, PLACES, type Write } from "./change-ads.ts";
import type { Phase, ReadChecker } from "./check-reads.ts";
import { send } from "./get.ts";
import type { Random } from "./random.ts";
import { ask, pathOf, type Question } from "./read-ads.ts";

const OWNERS = 24;
const FIRST_ADS = 4;
const READERS_PER_SERVER = 3;
const READER_PAUSE_MS = 20;
const BURST = 20;
const WRITERS = 4;
const REMEMBERED_ADS = 400;
const EXAMPLES = 20;

type TrafficParts = {
  site: Site;
  checker: ReadChecker;
  random: Random;
  adminCookie: string;
  /** The server that has a replica. */
  replicated: number;
};

type Own = { userId: string; from: number; to: number };

type ReadOptions = { own?: Own; cookie?: string; isOwner?: boolean };

/** Writers, each with one owner at a time, and readers of all servers. */
export class Traffic {
  readonly #parts: TrafficParts;
  readonly #idle: Owner[] = [];
  #adIds: string[] = [];
  readonly writes = new Map<string, number>();
  readonly failures = new Map<string, number>();
  readonly examples: string[] = [];
  phase: Phase;
  /** Whether owners are signed in, and so see their ads that are not public. */
  hasSessions = true;

  constructor(parts: TrafficParts, phase: Phase) {
    this.#parts = parts;
    this.phase = phase;
  }

  async createOwners(): Promise<void> {
    for (let n = 0; n < OWNERS; n++) this.#idle.push(await this.#createOwner());
  }

  /** Reads until it is stopped. */
  async read(signal: AbortSignal): Promise<void> {
    const { servers } = this.#parts.site;
    const readers = servers.flatMap((_, server) =>
      Array.from({ length: READERS_PER_SERVER }, async () => {
        while (!signal.aborted) {
          await this.#readOnce(server, this.#pickQuestion());
          await delay(this.#parts.random.integer(2 * READER_PAUSE_MS));
        }
      }),
    );
    await Promise.all(readers);
  }

  /** Reads from one server with many requests at once. */
  async readAtOnce(server: number): Promise<void> {
    const reads = Array.from({ length: BURST }, () => this.#readOnce(server, this.#pickQuestion()));
    await Promise.all(reads);
  }

  /** Writes while there is something left to write, with pauses of up to `pauseMs` each. */
  async write(isLeft: () => boolean, pauseMs: number): Promise<void> {
    const writers = Array.from({ length: WRITERS }, async () => {
      while (isLeft()) {
        await this.#writeOnce();
        await delay(this.#parts.random.integer(pauseMs + 1));
      }
    });
    await Promise.all(writers);
  }

  async #createOwner(): Promise<Owner> {
    const { site, random } = this.#parts;
    const owner = await createMember(site.owner);
    for (let n = 0; n < FIRST_ADS; n++) {
      const place = { breed: random.pick(PLACES.breeds), state: random.pick(PLACES.states) };
      this.#remember((await createAd(site.owner, owner.id, place)).id);
    }
    return owner;
  }

  #remember(adId: string): void {
    this.#adIds = [...this.#adIds.filter((id) => id !== adId), adId].slice(-REMEMBERED_ADS);
  }

  async #writeOnce(): Promise<void> {
    const { site, random, adminCookie } = this.#parts;
    const { phase } = this;
    const [owner] = this.#idle.splice(random.integer(this.#idle.length), 1);
    if (!owner) throw new Error("There are fewer owners than writers");
    const server = random.integer(site.servers.length);
    const baseUrl = site.servers[server]?.baseUrl ?? "";
    const from = Date.now();
    phase.writes++;
    try {
      if (random.next() < 0.02) {
        await this.#eraseOwner(owner, baseUrl);
        this.#idle.push(await this.#createOwner());
        return;
      }
      const write = await changeSomething({ db: site.owner, random, baseUrl, adminCookie, owner });
      if (write.failure) this.#noteFailure(write.failure);
      else increment(this.writes, write.name);
      if (write.adId) this.#remember(write.adId);
      if (write.isAnswered) await this.#readOwn(server, owner, write, { from, to: Date.now() });
      this.#idle.push(owner);
    } catch (error) {
      this.#noteFailure(`SQL: ${error instanceof Error ? error.message : error}`);
      this.#idle.push(owner);
      await delay(100);
    }
  }

  async #eraseOwner(owner: Owner, baseUrl: string): Promise<void> {
    const { site, random, adminCookie: cookie } = this.#parts;
    if (random.next() < 0.5) {
      await erase(site.owner, owner);
      increment(this.writes, "erase by SQL");
      return;
    }
    const body = { id: owner.id };
    const url = `${baseUrl}/trpc/admin.eraseUser`;
    const { status } = await send(url, { method: "POST", cookie, body });
    if (status === 200) increment(this.writes, "erase");
    else this.#noteFailure(`erase: ${status}`);
  }

  /** Reads what the owner has just changed, with and without the cookie, at the same time. */
  async #readOwn(
    server: number,
    owner: Owner,
    { name, adId }: Write,
    time: { from: number; to: number },
  ): Promise<void> {
    const own = { userId: owner.id, ...time };
    const { cookie } = owner;
    const kinds = ["REST ad", "tRPC ad", "ad page"] as const;
    const ofAd = adId ? kinds.map((kind) => ({ kind, adId })) : [];
    const lists = [
      this.#pickQuestion(),
      { kind: "REST search", filters: {}, limit: 200 },
      { kind: "search page", filters: {} },
      { kind: "breeds" },
    ] as const;
    // A deactivation ends the owner's sessions.
    const isOwner = name !== "deactivate";
    await Promise.all([
      ...[...ofAd, ...lists].map((question) => this.#readOnce(server, question, { own })),
      ...(this.hasSessions ? ofAd : []).map((question) =>
        this.#readOnce(server, question, { own, cookie, isOwner }),
      ),
      ...lists
        .filter((question) => !("adId" in question))
        .map((question) => this.#readOnce(server, question, { own, cookie })),
    ]);
  }

  async #readOnce(
    server: number,
    question: Question,
    { own, cookie, isOwner = false }: ReadOptions = {},
  ): Promise<void> {
    const { phase } = this;
    const { site, checker, replicated } = this.#parts;
    const baseUrl = site.servers[server]?.baseUrl ?? "";
    const key = `${server} ${pathOf(question)}`;
    const span = checker.open(key);
    const { shown, receivedAt, status, text } = await ask(baseUrl, question, cookie);
    // The clock shows whole milliseconds.
    span.to = receivedAt + 1;
    if (!shown) {
      phase.failedReads++;
      this.#noteFailure(`${question.kind}: ${status} ${text.slice(0, 80)}`);
      return;
    }
    const whose = own ? `, the writer's${cookie ? " with the cookie" : ""}` : "";
    checker.add({
      phase,
      what: `${question.kind} of server ${server}${whose}`,
      shown: isOwner && shown.kind === "one" ? { ...shown, isOwner } : shown,
      source: server === replicated ? "replica" : "primary",
      span,
      key,
      ...(own && { own }),
    });
  }

  #pickQuestion(): Question {
    const { random } = this.#parts;
    const dice = random.next();
    const adId = random.pick(this.#adIds);
    if (dice < 0.2) return { kind: "REST ad", adId };
    if (dice < 0.3) return { kind: "tRPC ad", adId };
    if (dice < 0.4) return { kind: "ad page", adId };
    if (dice < 0.48) return { kind: "breeds" };
    if (dice < 0.5) return { kind: "home page" };
    const filters = {
      ...(random.next() < 0.7 && { breed: random.pick(PLACES.breeds) }),
      ...(random.next() < 0.5 && { state: random.pick(PLACES.states) }),
    };
    if (dice < 0.65) return { kind: "search page", filters };
    const kind = random.pick(["REST search", "REST search", "tRPC search", "summaries"] as const);
    return { kind, filters, limit: random.pick([1, 5, 24, 200]) };
  }

  #noteFailure(failure: string): void {
    increment(this.failures, failure.split(" ").slice(0, 3).join(" "));
    if (this.examples.length < EXAMPLES) this.examples.push(failure);
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
