import { MembershipTier } from "@studbook/domain/schemas/account";
import { PaymentStatus } from "@studbook/domain/schemas/payment";
import { Kysely, PostgresDialect } from "kysely";
import { generate, PostgresDialect as Introspection, RawExpressionNode } from "kysely-codegen";
import pg from "pg";

export const SCHEMA_TYPES_FILE = new URL("../src/schema.gen.ts", import.meta.url);

// An override given as text is parsed with the compiler's API, which TypeScript 7 does not have.
const TIER = new RawExpressionNode(unionOf(MembershipTier.options));
const ATTEMPT_STATUS = new RawExpressionNode(
  'Generated<"open" | "succeeded" | "rejected" | "canceled">',
);
// client.ts reads bigint as a number.
const NUMERIC_ID = new RawExpressionNode("Generated<number>");
const PAYMENT_STATUS = new RawExpressionNode(unionOf(PaymentStatus.options));

/** Returns the TypeScript types of the tables in the migrated database at `url`. */
export async function generateSchemaTypes(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // A test may drop the database before the connection has ended.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const text = await generate({
      db,
      dialect: new Introspection({ dateParser: "string", defaultSchemas: ["public"] }),
      camelCase: true,
      excludePattern: "kysely_migration*",
      overrides: {
        columns: {
          "email_tokens.id": NUMERIC_ID,
          "users.membership_tier": TIER,
          "payments.membership_tier": TIER,
          "payments.granted_tier": TIER,
          "payments.status": PAYMENT_STATUS,
          "payment_attempts.membership_tier": TIER,
          "payment_attempts.status": ATTEMPT_STATUS,
        },
      },
    });
    return `${text.trimEnd()}\n`;
  } finally {
    await db.destroy();
  }
}

function unionOf(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
