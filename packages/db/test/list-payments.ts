import type { Db } from "../src/client.ts";
import type { PaymentAttempt } from "../src/queries/payment-attempts.ts";
import type { Payment } from "../src/queries/payments.ts";

/** Returns all payments of a user, earliest period first. */
export async function listPaymentsOf(db: Db, userId: string): Promise<Payment[]> {
  return await db
    .selectFrom("payments")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("periodFrom")
    .orderBy("createdAt")
    .execute();
}

/** Returns all payment attempts of a user, oldest first. */
export async function listAttemptsOf(db: Db, userId: string): Promise<PaymentAttempt[]> {
  return await db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .execute();
}
