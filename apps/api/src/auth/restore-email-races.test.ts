import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { describe, expect, it } from "vitest";
import {
  addLink,
  createVerifiedMember,
  newAddress,
  readAddresses,
} from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { PASSWORD, RACE_ROUNDS } from "../../test/test-app.ts";

const getOutbox = useRunningOutbox();

type Member = Awaited<ReturnType<typeof createOwner>>;

const post = (url: string, payload: object) => getOutbox().post(url, payload);
const restore = (token: string) => post("/api/auth/restore-email", { token });
const verify = (token: string) => post("/api/auth/verify-email", { token, password: PASSWORD });
const login = ({ username }: Member) => post("/api/login", { username, password: PASSWORD });

const createOwner = () => createVerifiedMember(getOutbox().db);

const addressesOf = ({ id }: Member) => readAddresses(getOutbox().db, id);
const countSessions = async ({ id }: Member) =>
  (await getOutbox().test.run("select from sessions where sess ->> 'userId' = $1", [id])).length;

describe("concurrently", () => {
  const rounds = Array.from({ length: RACE_ROUNDS }, (_, n) => n);
  const linkOf = (userId: string, email: string) =>
    addLink(getOutbox().db, { userId, purpose: "restore-email", email });

  it("one of 20 uses of a link succeeds", async () => {
    const owner = await createOwner();
    const token = await linkOf(owner.id, owner.email);
    const responses = await Promise.all(Array.from({ length: 20 }, () => restore(token)));
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(400)]);
  });

  it.each(rounds)("the earliest of three restored addresses wins (%i)", async () => {
    const owner = await createOwner();
    const addresses = [owner.email, newAddress("second"), newAddress("third")];
    const tokens: string[] = [];
    for (const address of addresses) tokens.push(await linkOf(owner.id, address));
    const [first] = await Promise.all(tokens.map(restore));
    expect(first?.statusCode).toBe(200);
    expect(await addressesOf(owner)).toEqual([owner.email, owner.email]);
  });

  it.each(rounds)("a verification does not survive the restoration (%i)", async () => {
    const owner = await createOwner();
    const attackerEmail = newAddress("attacker");
    const headers = { cookie: owner.cookie };
    const payload = { email: attackerEmail };
    await getOutbox().app.inject({ method: "PATCH", url: "/api/account/info", headers, payload });
    const proof = { userId: owner.id, purpose: "verify-email", email: attackerEmail } as const;
    const tokens = [await addLink(getOutbox().db, proof), await linkOf(owner.id, owner.email)];
    await Promise.all([verify(`${tokens[0]}`), restore(`${tokens[1]}`)]);
    expect(await addressesOf(owner)).toEqual([owner.email, owner.email]);
    const tokensLeft = await getOutbox().test.run("select from email_tokens where user_id = $1", [
      owner.id,
    ]);
    expect(tokensLeft).toEqual([]);
  });

  it.each(rounds)("a sign-in does not survive the restoration (%i)", async () => {
    const owner = await createOwner();
    await getOutbox()
      .db.transaction()
      .execute((tx) => deleteUserSessions(tx, owner.id));
    const token = await linkOf(owner.id, owner.email);
    const [signedIn] = await Promise.all([login(owner), restore(token)]);
    expect([200, 401]).toContain(signedIn.statusCode);
    expect(await countSessions(owner)).toBe(0);
    expect((await login(owner)).statusCode).toBe(401);
  });
});
