import { expect, it } from "vitest";
import { openSandbox } from "../../test/open-sandbox.ts";

it("creates, updates, lists and deletes customers", async () => {
  const { stripe } = await openSandbox();
  const ada = await stripe.customers.create({ name: "Ada", email: "ada@example.com" });
  await stripe.customers.create({ email: "bob@example.com" });
  await stripe.customers.update(ada.id, { name: "", metadata: { tier: "basic" } });
  expect(await stripe.customers.retrieve(ada.id)).toMatchObject({
    name: null,
    email: "ada@example.com",
    metadata: { tier: "basic" },
  });
  const found = await stripe.customers.list({ email: "ada@example.com" });
  expect(found.data.map(({ id }) => id)).toEqual([ada.id]);
  const intent = await stripe.paymentIntents.create({
    amount: 100,
    currency: "usd",
    customer: ada.id,
    expand: ["customer"],
  });
  expect(intent.customer).toMatchObject({ email: "ada@example.com" });
  expect(await stripe.customers.del(ada.id)).toMatchObject({ deleted: true });
  await expect(stripe.customers.retrieve(ada.id)).rejects.toMatchObject({ statusCode: 404 });
  const { data } = await stripe.events.list();
  expect(data.map(({ type }) => type)).toContain("customer.deleted");
});
