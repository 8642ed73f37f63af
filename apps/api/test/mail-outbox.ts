import type { Db, Tx } from "@studbook/db/client";
import type { NewUser, User } from "@studbook/db/queries/users";
import { createUser } from "@studbook/db/test/factories";
import { listMails } from "@studbook/db/test/list-mails";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
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
import { type ReceivedMail, TestMailServer } from "./mail-server.ts";
import { QueueClock } from "./queue-clock.ts";
import { buildTestApp, testConfig } from "./test-app.ts";

const MINUTE_MS = 60_000;

/** A database, a test mail server and workers that send queued emails, with a clock for their queues. */
export class TestOutbox {
  readonly server = new TestMailServer();
  /** Everything that the workers logged. */
  readonly lines: string[] = [];
  // Jobs are queued with the system time, and the queues' clock must not be behind it.
  readonly clock = new QueueClock(() => this.test, Date.now() + MINUTE_MS);
  readonly #running: RunningJobs[] = [];
  readonly #rateLimits: "on" | "off";
  #test: TestDb | undefined;
  #enqueue: Enqueue | undefined;
  #app: FastifyInstance | undefined;

  constructor(rateLimits: "on" | "off" = "off") {
    this.#rateLimits = rateLimits;
  }

  get test(): TestDb {
    if (!this.#test) throw new Error("The outbox is not open yet");
    return this.#test;
  }

  /** The server of {@link useRunningOutbox}. */
  get app(): FastifyInstance {
    if (!this.#app) throw new Error("The outbox has no server");
    return this.#app;
  }

  get db(): Db {
    return this.test.db;
  }

  get config(): Config {
    const config = testConfig(this.#rateLimits);
    const from = { name: "Studbook", address: "mail@studbook.test" };
    return { ...config, mail: { ...config.mail, from, smtpUrl: this.server.url } };
  }

  readonly enqueue: Enqueue = async (tx, queue, data, options) => {
    if (!this.#enqueue) throw new Error("No worker is running yet");
    await this.#enqueue(tx, queue, data, options);
  };

  async open(test: TestDb): Promise<void> {
    this.#test = test;
    await Promise.all([prepareDatabase(test), this.server.open()]);
  }

  /** Starts one server's mail workers, which send through `mailer`. */
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

  async startApp(): Promise<void> {
    this.#app = await this.buildApp();
  }

  post(url: string, payload: object): Promise<LightMyRequestResponse> {
    return this.app.inject({ method: "POST", url, payload });
  }

  /** Returns the received emails to an address, oldest first. */
  emailsTo(address: string): ReceivedMail[] {
    return this.server.received.filter(({ to }) => to.includes(address));
  }

  /** Creates a member with an email address, which is verified unless `fields` override it. */
  async member(fields: Partial<NewUser> = {}): Promise<User> {
    const { email = "ann@example.com" } = fields;
    return await createUser(this.db, { email, verifiedEmail: email, ...fields });
  }

  /** Queues `count` password notices. */
  async queue(userId: string, count = 1): Promise<void> {
    const mail = { kind: "password-changed", details: {}, userId } as const;
    await this.db.transaction().execute(async (tx: Tx) => {
      for (let n = 0; n < count; n++) await queueMail(tx, this.enqueue, mail);
    });
  }

  /** Returns the token of the newest received email that has a link. */
  lastToken(): string {
    const tokens = this.server.received.flatMap(
      ({ body }) => /[?]token=([\w-]+)/.exec(body)?.[1] ?? [],
    );
    return tokens.at(-1) ?? "";
  }

  mails() {
    return listMails(this.db);
  }

  /** Advances the queues' clock in steps and waits for the due jobs after each. */
  async advance(minutes: number, step = 1): Promise<void> {
    for (let remaining = minutes; remaining > 0; remaining -= step) {
      await this.clock.setTime(this.clock.now() + Math.min(step, remaining) * MINUTE_MS);
      await this.settle();
    }
  }

  /** Waits until all due jobs are finished. */
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
    await this.#app?.close();
    await this.stopWorkers();
    await this.server.close();
  }
}

type OutboxOptions = { once?: boolean; rateLimits?: "on" | "off" };

/** Opens an outbox for each test; with `once`, one for all tests of the file. Returns a getter. */
export function useOutbox(options: OutboxOptions = {}): () => TestOutbox {
  let outbox: TestOutbox | undefined;
  const open = async () => {
    outbox = new TestOutbox(options.rateLimits);
    await outbox.open(await createTestDb());
  };
  const close = async () => {
    await outbox?.close();
    await outbox?.test.drop();
  };
  if (options.once) {
    beforeAll(open);
    afterAll(close);
  } else {
    beforeEach(open);
    afterEach(close);
  }
  return () => {
    if (!outbox) throw new Error("The outbox is not open yet");
    return outbox;
  };
}

/** Opens an outbox with a server and a running worker for all tests of the file, and empties it before each. Returns a getter. */
export function useRunningOutbox(options: Pick<OutboxOptions, "rateLimits"> = {}) {
  const getOutbox = useOutbox({ ...options, once: true });
  beforeAll(async () => {
    await getOutbox().startWorker();
    await getOutbox().startApp();
  });
  beforeEach(async () => {
    await getOutbox().settle();
    getOutbox().server.received.splice(0);
  });
  return getOutbox;
}
