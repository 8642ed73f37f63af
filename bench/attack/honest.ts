import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { BENCH_AD } from "../client.ts";
import { note, type Samples } from "./samples.ts";
import { type Answer, addressIn, type Call, multipartOf, Person, SANDBOX_URL } from "./send.ts";

const HONEST_BLOCK = 10;
/** Honest people do not live side by side: each has a /24 of their own, as far as they go. */
const APART = 250;
const PASSWORD = "Kettle-Ridge-417";

type Owner = { username: string; person: Person };
type Crowd = {
  visitors: Person[];
  owners: Owner[];
  /** Owners whose passwords are guessed: they sign in from devices that are remembered. */
  victims: Owner[];
  adIds: string[];
  photos: string[];
};

let arrived = 0;
const arrive = () => {
  const n = arrived++;
  return new Person(addressIn(HONEST_BLOCK + Math.floor(n / APART), (n % APART) * APART));
};

/** Everybody who is honest: visitors, and members who have paid, as many of them attacked as not. */
export async function gather(visitors: number, owners: number): Promise<Crowd> {
  const guest = arrive();
  const found: { id: string; images: string[] }[] = JSON.parse(
    (await guest.call("/api/ads?limit=100")).text,
  );
  const members: Owner[] = [];
  for (let n = 0; n < 2 * owners; n++) members.push(await becomeOwner());
  const photos = found.flatMap(({ images }) => images);
  // The demo draws a photo when it is first asked for.
  for (const photo of photos) await guest.call(photo);
  return {
    visitors: Array.from({ length: visitors }, arrive),
    owners: members.slice(owners),
    victims: members.slice(0, owners),
    adIds: found.map(({ id }) => id),
    photos,
  };
}

/** Lets the crowd do what it does, each kind at its own pace, until the signal. */
export async function live(crowd: Crowd, samples: Samples, signal: AbortSignal): Promise<void> {
  const timed = async (kind: string, person: Person, path: string, call?: Call) => {
    const startedAt = performance.now();
    const answer = await person.call(path, call).catch((error: Error) => error);
    const status = answer instanceof Error ? answer.message : String(answer.status);
    note(samples, kind, performance.now() - startedAt, status);
    return answer instanceof Error ? undefined : answer;
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
    every(2500, signal, () => signInElsewhere(timed, owner())),
    every(5000, signal, () => list(timed, owner())),
    every(8000, signal, () => join(timed)),
  ]);
}

type Timed = (
  kind: string,
  person: Person,
  path: string,
  call?: Call,
) => Promise<Answer | undefined>;

/** From the device that signed in before. */
async function signIn(timed: Timed, { username, person }: Owner): Promise<void> {
  const body = { username, password: PASSWORD };
  await timed("sign-in, known device", person, "/api/login", { method: "POST", body });
}

/** From a device and an address that were never seen. */
async function signInElsewhere(timed: Timed, { username }: Owner): Promise<void> {
  const person = arrive();
  const body = { username, password: PASSWORD };
  await timed("sign-in, new device", person, "/api/login", { method: "POST", body });
  person.leave();
}

async function list(timed: Timed, { person }: Owner): Promise<void> {
  const { body, headers } = await multipartOf([await photograph()]);
  const upload = { method: "POST", body, headers };
  const answer = await timed("upload", person, "/api/upload-images", upload);
  if (answer?.status !== 200) return;
  const ad = {
    ...BENCH_AD,
    dogName: `Bench ${randomUUID().slice(0, 8)}`,
    ...JSON.parse(answer.text),
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

async function join(timed: Timed): Promise<void> {
  await becomeOwner(timed);
}

async function becomeOwner(timed: Timed = (_kind, person, path, call) => person.call(path, call)) {
  const person = arrive();
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

async function expectStatus(status: number, answer: Promise<Answer | undefined>): Promise<string> {
  const found = await answer;
  if (found?.status === status) return found.text;
  throw new Error(`expected ${status}, found ${found?.status} ${found?.text}`);
}

async function pay(clientSecret: string): Promise<string> {
  const id = clientSecret.replace(/_secret_.*$/, "");
  const response = await fetch(`${SANDBOX_URL}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { authorization: "Bearer pk_test_sandbox" },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: "pm_card_visa" }),
  });
  if (!response.ok) throw new Error(`The card was refused: ${response.status}`);
  return id;
}

const picture = sharp({
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

/** A photo as a phone takes it: 12 megapixels. */
function photograph(): Promise<Buffer> {
  return picture;
}

/** Starts work at an even pace, whether or not the last has ended. */
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
  if (found === undefined) throw new Error("There is nobody to choose from");
  return found;
}
