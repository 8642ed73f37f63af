import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { BENCH_AD } from "../client.ts";
import { record, type Samples } from "./samples.ts";
import { addressIn, type Call, multipartOf, Person, type Reply, SANDBOX_URL } from "./send.ts";

const ADDRESS_BLOCK = 10;
/** Real users are in different networks, so each gets an address in another /24. */
const ADDRESS_STEP = 250;
const PASSWORD = "Kettle-Ridge-417";

type Owner = { username: string; person: Person };
type Crowd = {
  visitors: Person[];
  owners: Owner[];
  /** Owners whose passwords are guessed. They sign in from known devices. */
  victims: Owner[];
  adIds: string[];
  photos: string[];
};

let people = 0;
const newPerson = () => {
  const n = people++;
  const block = ADDRESS_BLOCK + Math.floor(n / ADDRESS_STEP);
  return new Person(addressIn(block, (n % ADDRESS_STEP) * ADDRESS_STEP));
};

/** Creates the legitimate users: visitors, and twice as many paying members as `owners`, half of them victims. */
export async function createCrowd(visitors: number, owners: number): Promise<Crowd> {
  const guest = newPerson();
  const found: { id: string; images: string[] }[] = JSON.parse(
    (await guest.call("/api/ads?limit=100")).text,
  );
  const members: Owner[] = [];
  for (let n = 0; n < 2 * owners; n++) members.push(await createOwner());
  const photos = found.flatMap(({ images }) => images);
  // The demo draws a photo on its first request.
  for (const photo of photos) await guest.call(photo);
  return {
    visitors: Array.from({ length: visitors }, newPerson),
    owners: members.slice(owners),
    victims: members.slice(0, owners),
    adIds: found.map(({ id }) => id),
    photos,
  };
}

/** Sends each kind of request at its own rate until the signal. */
export async function runCrowd(crowd: Crowd, samples: Samples, signal: AbortSignal): Promise<void> {
  const timed = async (kind: string, person: Person, path: string, call?: Call) => {
    const startedAt = performance.now();
    const reply = await person.call(path, call).catch((error: Error) => error);
    const status = reply instanceof Error ? reply.message : String(reply.status);
    record(samples, kind, performance.now() - startedAt, status);
    return reply instanceof Error ? undefined : reply;
  };
  const visitor = () => pick(crowd.visitors);
  const owner = () => pick(crowd.owners);
  await Promise.all([
    every(400, signal, () => timed("page /", visitor(), "/")),
    every(250, signal, () => timed("page /search", visitor(), "/search?breed=Boxer")),
    every(250, signal, () => timed("page /ad", visitor(), `/ad/${pick(crowd.adIds)}`)),
    every(150, signal, () => timed("GET /api/ads", visitor(), "/api/ads?limit=24")),
    every(100, signal, () => timed("photo", visitor(), pick(crowd.photos))),
    every(500, signal, () => timed("my ads", owner().person, "/api/my-ads")),
    every(2000, signal, () => signIn(timed, pick(crowd.victims))),
    every(2500, signal, () => signInFromNewDevice(timed, owner())),
    every(5000, signal, () => listAndDeleteDog(timed, owner())),
    every(8000, signal, () => createOwner(timed)),
  ]);
}

type Timed = (
  kind: string,
  person: Person,
  path: string,
  call?: Call,
) => Promise<Reply | undefined>;

async function signIn(timed: Timed, { username, person }: Owner): Promise<void> {
  const body = { username, password: PASSWORD };
  await timed("sign-in, known device", person, "/api/login", { method: "POST", body });
}

async function signInFromNewDevice(timed: Timed, { username }: Owner): Promise<void> {
  const person = newPerson();
  const body = { username, password: PASSWORD };
  await timed("sign-in, new device", person, "/api/login", { method: "POST", body });
  person.disconnect();
}

async function listAndDeleteDog(timed: Timed, { person }: Owner): Promise<void> {
  const { body, headers } = await multipartOf([await photo]);
  const upload = { method: "POST", body, headers };
  const reply = await timed("upload", person, "/api/upload-images", upload);
  if (reply?.status !== 200) return;
  const ad = {
    ...BENCH_AD,
    dogName: `Bench ${randomUUID().slice(0, 8)}`,
    ...JSON.parse(reply.text),
  };
  const { urls, ...fields } = ad;
  const created = await timed("list a dog", person, "/api/ads", {
    method: "POST",
    body: { ...fields, images: urls },
  });
  if (created?.status !== 201) return;
  const { id } = JSON.parse(created.text);
  await timed("delete a listing", person, `/api/ads/${id}`, { method: "DELETE" });
}

async function createOwner(timed: Timed = (_kind, person, path, call) => person.call(path, call)) {
  const person = newPerson();
  const username = `bench-${randomUUID().slice(0, 13)}`;
  const signup = { username, password: PASSWORD, membershipTier: "premium" };
  await expectStatus(
    201,
    timed("sign-up", person, "/api/signup", { method: "POST", body: signup }),
  );
  const order = { method: "POST", body: { membershipTier: "premium" } };
  const intent = await expectStatus(
    200,
    timed("prepare payment", person, "/api/create-payment-intent", order),
  );
  const paid = {
    paymentIntentId: await pay(JSON.parse(intent).clientSecret),
    membershipTier: "premium",
  };
  const confirmation = { method: "POST", body: paid };
  await expectStatus(
    200,
    timed("confirm membership", person, "/api/confirm-membership", confirmation),
  );
  return { username, person };
}

async function expectStatus(status: number, reply: Promise<Reply | undefined>): Promise<string> {
  const found = await reply;
  if (found?.status === status) return found.text;
  throw new Error(`Expected ${status}, got ${found?.status} ${found?.text}`);
}

async function pay(clientSecret: string): Promise<string> {
  const id = clientSecret.replace(/_secret_.*$/, "");
  const response = await fetch(`${SANDBOX_URL}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { authorization: "Bearer pk_test_sandbox" },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: "pm_card_visa" }),
  });
  if (!response.ok) throw new Error(`The card was declined: ${response.status}`);
  return id;
}

const photo = sharp({
  create: {
    width: 4000,
    height: 3000,
    channels: 3,
    background: "#a63",
    noise: { type: "gaussian", mean: 128, sigma: 12 },
  },
})
  .jpeg({ quality: 80 })
  .toBuffer();

/** Starts `work` at a fixed rate, even if earlier runs are still in progress. */
async function every(ms: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const running = new Set<Promise<unknown>>();
  while (!signal.aborted) {
    const one = work().catch((error: Error) => process.stderr.write(`${error.message}\n`));
    running.add(one);
    void one.finally(() => running.delete(one));
    await wait(ms, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(running);
}

function pick<T>(list: readonly T[]): T {
  const found = list[Math.floor(Math.random() * list.length)];
  if (found === undefined) throw new Error("Cannot pick from an empty list");
  return found;
}
