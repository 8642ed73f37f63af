import type { Db, Tx } from "@studbook/db/client";
import type { NewUser, User } from "@studbook/db/queries/users";
import { createUser } from "@studbook/db/test/factories";
import { listMails } from "@studbook/db/test/list-mails";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Config } from "../src/config.ts";
import { createBoss, createEnqueue, type Enqueue } from "../src/jobs/boss.ts";
import { type RunningJobs, runJobs } from "../src/jobs/run-jobs.ts";
import { createLogger } from "../src/log.ts";
import { createMailer } from "../src/mail/create-mailer.ts";
import { listMailQueues } from "../src/mail/mail-queues.ts";
import type { Mailer } from "../src/mail/mailer.ts";
import { queueMail } from "../src/mail/queue-mail.ts";
import { prepareDatabase } from "../src/prepare-database.ts";
import { TestMailServer } from "./mail-server.ts";
import { QueueClock } from "./queue-clock.ts";
import { buildTestApp, testConfig } from "./test-app.ts";

const MINUTE_MS = 60_000;

/** A database, a mail server and servers of the product that send, with a clock for their queues. */
export class PostOffice {
  readonly server = new TestMailServer();
  /** Everything that was logged. */
  readonly lines: string[] = [];
  // What is queued has the machine's time, which the queues' clock must not be behind.
  readonly clock = new QueueClock(() => this.test, Date.now() + MINUTE_MS);
  readonly #running: RunningJobs[] = [];
  readonly #rateLimits: "on" | "off";
  #test: TestDb | undefined;
  #enqueue: Enqueue | undefined;

  constructor(rateLimits: "on" | "off" = "off") {
    this.#rateLimits = rateLimits;
  }

  get test(): TestDb {
    if (!this.#test) throw new Error("The post office is not open yet");
    return this.#test;
  }

  get db(): Db {
    return this.test.db;
  }

  get config(): Config {
    const config = testConfig(this.#rateLimits);
    const from = { name: "Studbook", address: "mail@studbook.test" };
    return { ...config, mail: { ...config.mail, from, smtpUrl: this.server.url } };
  }

  readonly enqueue: Enqueue = async (tx, queue, data, turn) => {
    if (!this.#enqueue) throw new Error("No server runs yet");
    await this.#enqueue(tx, queue, data, turn);
  };

  async open(test: TestDb): Promise<void> {
    this.#test = test;
    await Promise.all([prepareDatabase(test), this.server.open()]);
  }

  /** Starts a server's queues; every one sends through `mailer`, by default to the mail server. */
  async startWorker(mailer: Mailer = createMailer(this.config.mail)): Promise<void> {
    const { config, db, clock } = this;
    const logger = createLogger("trace", { write: (line) => void this.lines.push(line) });
    const boss = createBoss({ url: this.test.url, logger, clock });
    const enqueue = createEnqueue(boss);
    const queues = listMailQueues({ db, config, logger, mailer, enqueue });
    this.#running.push(await runJobs({ boss, jobs: [], queues, logger }));
    this.#enqueue = enqueue;
  }

  buildApp(): Promise<FastifyInstance> {
    return buildTestApp(this.db, { config: this.config, enqueue: this.enqueue });
  }

  /** A member with an address, verified unless told otherwise. */
  async member(fields: Partial<NewUser> = {}): Promise<User> {
    const { email = "ann@example.com" } = fields;
    return await createUser(this.db, { email, verifiedEmail: email, ...fields });
  }

  /** Has mails written down as their causes do. */
  async queue(userId: string, count = 1): Promise<void> {
    const mail = { kind: "password-changed", details: {}, userId } as const;
    await this.db.transaction().execute(async (tx: Tx) => {
      for (let n = 0; n < count; n++) await queueMail(tx, this.enqueue, mail);
    });
  }

  /** The token in the link of the newest mail that has one. */
  lastToken(): string {
    const tokens = this.server.received.flatMap(
      ({ body }) => /[?]token=([\w-]+)/.exec(body)?.[1] ?? [],
    );
    return tokens.at(-1) ?? "";
  }

  mails() {
    return listMails(this.db);
  }

  /** Lets time pass for the queues, in steps, and what follows from each happen. */
  async pass(minutes: number, step = 1): Promise<void> {
    for (let left = minutes; left > 0; left -= step) {
      await this.clock.setTime(this.clock.now() + Math.min(step, left) * MINUTE_MS);
      await this.settle();
    }
  }

  /** Lets the work that is due be done. */
  async settle(): Promise<void> {
    await expect.poll(() => this.#tickAndCount(), { timeout: 30_000, interval: 20 }).toBe(0);
  }

  async #tickAndCount(): Promise<number> {
    await this.clock.tick(1500);
    const now = new Date(this.clock.now()).toISOString();
    const [row] = await this.test.run(
      `select count(*)::integer as n from pgboss.job where name in ('send-mail', 'reset-password')
         and (state = 'active' or (state in ('created', 'retry') and start_after <= $1))`,
      [now],
    );
    return Number(row?.n);
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((running) => running.stop()));
  }

  async close(): Promise<void> {
    await this.stopWorkers();
    await this.server.close();
  }
}

type PostOfficeOptions = { once?: boolean; rateLimits?: "on" | "off" };

/** A post office of each test's own; with `once`, one for all tests of the file. */
export function usePostOffice(options: PostOfficeOptions = {}): () => PostOffice {
  let office: PostOffice | undefined;
  const open = async () => {
    office = new PostOffice(options.rateLimits);
    await office.open(await createTestDb());
  };
  const close = async () => {
    await office?.close();
    await office?.test.drop();
  };
  if (options.once) {
    beforeAll(open);
    afterAll(close);
  } else {
    beforeEach(open);
    afterEach(close);
  }
  return () => {
    if (!office) throw new Error("The post office is not open yet");
    return office;
  };
}

/** A post office for all tests of the file that delivers by itself, empty before each of them. */
export function useWorkingOffice(options: Pick<PostOfficeOptions, "rateLimits"> = {}) {
  const officeOf = usePostOffice({ ...options, once: true });
  beforeAll(() => officeOf().startWorker());
  beforeEach(async () => {
    await officeOf().settle();
    officeOf().server.received.splice(0);
  });
  return officeOf;
}
