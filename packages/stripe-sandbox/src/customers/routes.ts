import type Stripe from "stripe";
import { z } from "zod";
import { recordCustomerEvent } from "../events/record-event.ts";
import { LIST_PARAMS, listPage } from "../http/list-page.ts";
import { mergeMetadata } from "../http/merge-metadata.ts";
import { Metadata, readParams } from "../http/read-params.ts";
import type { Route } from "../http/route.ts";
import { getObject, nowInSeconds } from "../sandbox.ts";
import { newId } from "../state/new-id.ts";

const CustomerFields = z
  .strictObject({
    description: z.string().max(350),
    email: z.string().max(512),
    metadata: Metadata,
    name: z.string().max(256),
    phone: z.string().max(20),
  })
  .partial();
const ListCustomers = z.strictObject({ ...LIST_PARAMS, email: z.string().optional() });

function change(
  customer: Stripe.Customer,
  fields: z.output<typeof CustomerFields>,
): Stripe.Customer {
  const { metadata, ...rest } = fields;
  const texts = Object.entries(rest).map(([key, value]) => [key, value === "" ? null : value]);
  return {
    ...customer,
    ...Object.fromEntries(texts),
    metadata: mergeMetadata(customer.metadata, metadata),
  };
}

export const customerRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/customers",
    access: "secret",
    handle({ sandbox, params }) {
      const blank: Stripe.Customer = {
        id: newId("cus"),
        object: "customer",
        address: null,
        balance: 0,
        created: nowInSeconds(sandbox),
        currency: null,
        default_source: null,
        delinquent: false,
        description: null,
        email: null,
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: {},
        name: null,
        phone: null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: "none",
        test_clock: null,
      };
      const customer = change(blank, readParams(CustomerFields, params));
      sandbox.store.put("customer", customer);
      recordCustomerEvent(sandbox, "customer.created", customer);
      return customer;
    },
  },
  {
    method: "GET",
    path: "/v1/customers",
    access: "secret",
    handle({ sandbox, params }) {
      const filters = readParams(ListCustomers, params);
      const all = sandbox.store
        .list("customer")
        .filter(({ email }) => !filters.email || email === filters.email);
      return listPage(all, filters, "/v1/customers");
    },
  },
  {
    method: "GET",
    path: "/v1/customers/:id",
    access: "secret",
    handle: ({ sandbox, id }) => getObject(sandbox, "customer", id),
  },
  {
    method: "POST",
    path: "/v1/customers/:id",
    access: "secret",
    handle({ sandbox, id, params }) {
      const old = getObject(sandbox, "customer", id);
      const customer = change(old, readParams(CustomerFields, params));
      sandbox.store.put("customer", customer);
      recordCustomerEvent(sandbox, "customer.updated", customer);
      return customer;
    },
  },
  {
    method: "DELETE",
    path: "/v1/customers/:id",
    access: "secret",
    handle({ sandbox, id }) {
      const customer = getObject(sandbox, "customer", id);
      sandbox.store.remove("customer", id);
      recordCustomerEvent(sandbox, "customer.deleted", customer);
      const deleted: Stripe.DeletedCustomer = { id, object: "customer", deleted: true };
      return deleted;
    },
  },
];
