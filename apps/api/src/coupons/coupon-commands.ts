import type { Db } from "@studbook/db/client";
import { type CouponEntry, NewCoupon } from "@studbook/domain/schemas/coupon";
import type { Command } from "commander";
import { cliOperator } from "../admin/operator.ts";
import type { CliParts } from "../cli/command.ts";
import { withDatabase } from "../cli/settings.ts";
import { changeCoupon } from "./change-coupon.ts";
import { getCouponByCode, listCouponEntries } from "./coupon-entries.ts";
import { createCoupon } from "./create-coupon.ts";

type CreateOptions = {
  percent: string;
  description: string;
  starts?: string;
  ends?: string;
  limit?: string;
};

/** `coupon list|create|disable`. */
export function addCouponCommands(program: Command, { environment, print }: CliParts): void {
  const coupon = program.command("coupon").description("manage coupons");

  coupon
    .command("list")
    .description("list all coupons and their uses, newest first")
    .action(async () => {
      const coupons = await withDatabase(environment, listAll);
      print({ lines: coupons.map(describe), value: coupons });
    });

  coupon
    .command("create")
    .description("create a coupon; its code and percentage cannot be changed later")
    .argument("<CODE>", "the code that buyers enter; case is ignored")
    .requiredOption("--percent <N>", "the discount in percent, 1 to 100")
    .requiredOption("--description <TEXT>", "the description that buyers see")
    .option("--starts <DATE-TIME>", "when it becomes valid, such as 2027-01-31T00:00:00Z")
    .option("--ends <DATE-TIME>", "when it expires")
    .option("--limit <N>", "how many users can use it, once each")
    .action(async (code: string, options: CreateOptions) => {
      const { percent, description, starts: startsAt, ends: endsAt, limit } = options;
      const newCoupon = NewCoupon.parse({
        code,
        description,
        percentOff: Number(percent),
        startsAt,
        endsAt,
        ...(limit !== undefined && { maxRedemptions: Number(limit) }),
      });
      const created = await withDatabase(environment, (db) =>
        createCoupon(cliOperator(db), newCoupon),
      );
      print({ lines: [describe(created)], value: created });
    });

  coupon
    .command("disable")
    .description("disable a coupon; checkouts that have already reserved it keep their price")
    .argument("<CODE>", "the coupon's code")
    .action(async (code: string) => {
      const changed = await withDatabase(environment, async (db) => {
        const { id } = await getCouponByCode(db, code);
        return await changeCoupon(cliOperator(db), { id, active: false });
      });
      print({ lines: [describe(changed)], value: changed });
    });
}

async function listAll(db: Db): Promise<CouponEntry[]> {
  const coupons: CouponEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await listCouponEntries(db, { limit: 200, cursor });
    coupons.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return coupons;
}

function describe(coupon: CouponEntry): string {
  const { code, percentOff, active, startsAt, endsAt, uses, maxRedemptions } = coupon;
  const state = active ? "enabled" : "disabled";
  const dates = startsAt || endsAt ? `  ${startsAt ?? ""}..${endsAt ?? ""}` : "";
  const used = `${uses}/${maxRedemptions ?? "∞"} used`;
  return `${code.padEnd(20)} ${`${percentOff}%`.padStart(4)}  ${state.padEnd(8)}  ${used}${dates}`;
}
