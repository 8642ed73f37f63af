import type { IntentChoiceFields, MembershipConfirmationFields } from "@studbook/domain/payment";
import type { FastifyInstance } from "fastify";
import type { RestParts } from "../rest.ts";

/** `POST /api/create-payment-intent` and `POST /api/confirm-membership` (specification, section 7). */
export function registerPaymentsRest(app: FastifyInstance, { callerFor }: RestParts): void {
  app.post<{ Body: IntentChoiceFields }>("/create-payment-intent", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.payments.createIntent(request.body);
  });

  app.post<{ Body: MembershipConfirmationFields }>(
    "/confirm-membership",
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.payments.confirmMembership(request.body);
    },
  );
}
