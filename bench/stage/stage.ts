import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@studbook/stripe-sandbox/start-sandbox";
import { type LoadGenerator, startLoadGenerator } from "../load/load-generator.ts";
import { type Database, type Databases, openDatabases } from "./databases.ts";
import { LOAD_CORE } from "./pinned.ts";
import { type Product, type ProductOptions, startProduct } from "./product.ts";

const FOLDER = fileURLToPath(new URL("../../.data-bench", import.meta.url));

/** What all parts share. */
export type Stage = {
  /** Git ignores it. The databases in it are reused by the next runs. */
  folder: string;
  databases: Databases;
  load: LoadGenerator;
  startProduct(
    database: Database,
    env?: Record<string, string>,
    start?: ProductOptions["start"],
  ): Promise<Product>;
  close(): Promise<void>;
};

export async function openStage(): Promise<Stage> {
  await mkdir(FOLDER, { recursive: true });
  const stops = new AsyncDisposableStack();
  try {
    const databases = await openDatabases(FOLDER);
    stops.defer(databases.stop);
    // No webhook: nobody pays.
    const sandbox = await startSandbox({ stateDir: join(FOLDER, "stripe") });
    stops.defer(sandbox.close);
    const load = startLoadGenerator(LOAD_CORE);
    stops.defer(load.stop);
    const options = { folder: FOLDER, sandboxPort: sandbox.port };
    return {
      folder: FOLDER,
      databases,
      load,
      startProduct: (database, env = {}, start) =>
        startProduct(database, { ...options, env, ...(start && { start }) }),
      close: () => stops.disposeAsync(),
    };
  } catch (error) {
    await stops.disposeAsync();
    throw error;
  }
}
