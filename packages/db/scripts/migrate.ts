import { migrateToLatest } from "../src/migrate.ts";

/** Migrates the database at DATABASE_URL and prints the names of the migrations that ran, as JSON. */
const url = process.env.DATABASE_URL;
if (!url) throw new Error("Set DATABASE_URL to the database to migrate");
process.stdout.write(`${JSON.stringify(await migrateToLatest({ url }))}\n`);
