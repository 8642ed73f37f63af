import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createMember as insertMember, PASSWORD, signInAs } from "@studbook/api/test/test-app";
import { createDb, type Db } from "@studbook/db/client";
import type { NewUser } from "@studbook/db/queries/users";
import { type FaultProxy, startFaultProxy } from "@studbook/db/test/fault-proxy";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { SECRET_KEY } from "@studbook/stripe-sandbox/defaults";
import { controlSandbox, type SandboxControls } from "@studbook/stripe-sandbox/sandbox-controls";
import {
  type RunningSandbox,
  type SandboxOptions,
  startSandbox,
} from "@studbook/stripe-sandbox/start-sandbox";
import { type Call, send } from "../traffic/send.ts";
import { ProductServer } from "./product-server.ts";
import { type Stage, serverUrlOf } from "./stage.ts";

export type SiteOptions = {
  /** Default: 1. */
  servers?: number;
  /** Added to the settings of every server. */
  env?: Record<string, string>;
  /** Arguments of Node.js. */
  nodeArgs?: string[];
  /** Whether servers reach the database through the proxy. Default: true. */
  isProxied?: boolean;
  /** Where servers reach the database instead of the proxy. */
  databaseAddress?: { host: string; port: number };
  /** Whether the servers are started. Default: true. */
  isStarted?: boolean;
  /** The URL that visitors use, if it is not that of the first server. */
  publicPort?: number;
  inTablespace?: string;
};

export type Member = { id: string; username: string; cookie: string; from: string };

/** The product as an operator runs it, with its own database: servers, a stand-in for Stripe, a proxy that can fail. */
export class Site {
  readonly database: string;
  /** Connects directly as the owner, whatever the proxy does. */
  readonly owner: Db;
  readonly proxy: FaultProxy;
  readonly #sandboxOptions: SandboxOptions;
  #sandbox: RunningSandbox;
  readonly stripe: SandboxControls;
  readonly servers: ProductServer[];
  readonly webhookSecret: string;
  readonly dataDir: string;
  #addresses = 0;
  #isProviderUp = true;

  constructor(parts: SiteParts) {
    this.database = parts.database;
    this.owner = parts.owner;
    this.proxy = parts.proxy;
    this.#sandbox = parts.sandbox;
    this.#sandboxOptions = { ...parts.sandboxOptions, port: parts.sandbox.port };
    this.stripe = controlSandbox(parts.sandbox.url);
    this.servers = parts.servers;
    this.webhookSecret = parts.webhookSecret;
    this.dataDir = parts.dataDir;
  }

  /** The first server. */
  get server(): ProductServer {
    const [server] = this.servers;
    if (!server) throw new Error("The site has no server");
    return server;
  }

  send(path: string, call?: Call) {
    return send(this.server.baseUrl, path, call);
  }

  /** Returns a client address that nobody else has, in a neighborhood of its own. */
  newAddress(): string {
    const n = this.#addresses++;
    return `10.${(n >> 8) & 255}.${n & 255}.7`;
  }

  /** Creates a signed-in Premium member with the password `PASSWORD`. */
  async createMember(fields: Partial<NewUser> = {}): Promise<Member> {
    const { id, username, cookie } = await insertMember(this.owner, fields);
    return { id, username, cookie, from: this.newAddress() };
  }

  /** Starts another session of a member, on another network. */
  async signInAgain(member: Member): Promise<Member> {
    return { ...member, cookie: await signInAs(this.owner, member.id), from: this.newAddress() };
  }

  createMembers(count: number, fields?: Partial<NewUser>): Promise<Member[]> {
    return Promise.all(Array.from({ length: count }, () => this.createMember(fields)));
  }

  /** Charges a card as the buyer's browser would. Returns the intent's ID. */
  async charge(clientSecret: string): Promise<string> {
    const id = clientSecret.replace(/_secret_.*$/, "");
    const response = await fetch(`${this.#sandbox.url}/v1/payment_intents/${id}/confirm`, {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams({ payment_method: "pm_card_visa" }),
    });
    if (!response.ok) throw new Error(`The payment failed: ${await response.text()}`);
    return id;
  }

  async stopProvider(): Promise<void> {
    this.#isProviderUp = false;
    await this.#sandbox.close();
  }

  /** Starts the stand-in for Stripe again, with its data and on the same port. */
  async startProvider(): Promise<void> {
    this.#sandbox = await startSandbox(this.#sandboxOptions);
    this.#isProviderUp = true;
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    if (this.#isProviderUp) await this.#sandbox.close();
    await this.owner.destroy();
    await this.proxy.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

type SiteParts = Pick<
  Site,
  "database" | "owner" | "proxy" | "servers" | "webhookSecret" | "dataDir"
> & { sandbox: RunningSandbox; sandboxOptions: SandboxOptions };

/** Opens a site with a new database. Its servers are ready. */
export async function openSite(stage: Stage, options: SiteOptions = {}): Promise<Site> {
  const { servers: count = 1, isProxied = true, isStarted = true, inTablespace } = options;
  const database = await stage.createDatabase(inTablespace ? { inTablespace } : {});
  return await openSiteOn({
    ownerUrl: stage.postgres.urlOf(database),
    url: serverUrlOf(stage.postgres.urlOf(database)),
    folder: join(stage.folder, database),
    options: { ...options, servers: count, isProxied, isStarted },
  });
}

/** Opens a site on a prepared database. */
export async function openSiteOn(parts: {
  ownerUrl: string;
  url: string;
  folder: string;
  options?: SiteOptions;
}): Promise<Site> {
  const { ownerUrl, url, folder, options = {} } = parts;
  const { servers: count = 1, isProxied = true, isStarted = true } = options;
  await mkdir(folder, { recursive: true });
  const proxy = await startFaultProxy(url);
  const serverUrl = new URL(isProxied ? proxy.url : url);
  const { databaseAddress } = options;
  if (databaseAddress) serverUrl.host = `${databaseAddress.host}:${databaseAddress.port}`;
  const ports = await Promise.all(Array.from({ length: count }, getFreePort));
  const publicPort = options.publicPort ?? ports[0];
  const webhookSecret = `whsec_${randomUUID()}`;
  const sandboxOptions = {
    stateDir: join(folder, "stripe"),
    webhook: { url: `http://127.0.0.1:${publicPort}/api/stripe/webhook`, secret: webhookSecret },
  };
  const sandbox = await startSandbox(sandboxOptions);
  const dataDir = join(folder, "data");
  const env = {
    DATABASE_URL: serverUrl.href,
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    DATA_DIR: dataDir,
    STRIPE_API_URL: sandbox.url,
    STRIPE_SANDBOX_PORT: String(sandbox.port),
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    ...options.env,
  };
  const servers = ports.map(
    (port) => new ProductServer({ port, env, nodeArgs: options.nodeArgs ?? [] }),
  );
  const owner = createDb({ url: ownerUrl, onPoolError: () => undefined });
  const database = new URL(ownerUrl).pathname.slice(1);
  const site = new Site({
    database,
    owner,
    proxy,
    sandbox,
    sandboxOptions,
    servers,
    webhookSecret,
    dataDir,
  });
  try {
    if (isStarted) await Promise.all(servers.map((server) => server.start()));
    return site;
  } catch (error) {
    await site.close();
    throw error;
  }
}

export { PASSWORD };
