import type { Db } from "../src/client.ts";
import type { PaymentAttempt } from "../src/queries/payment-attempts.ts";
import type { Payment } from "../src/queries/payments.ts";

/** All payments of a user, the earliest period first. */
export async function listPaymentsOf(db: Db, userId: string): Promise<Payment[]> {
  return await db
    .selectFrom("payments")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("periodFrom")
    .orderBy("createdAt")
    .execute();
}

/** All attempts of a user, the first one first. */
export async function listAttemptsOf(db: Db, userId: string): Promise<PaymentAttempt[]> {
  return await db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .execute();
}
