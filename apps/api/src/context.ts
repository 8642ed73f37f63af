import type { Db } from "@studbook/db/client";
import type { Config } from "./config.ts";

/** What a procedure may use. `now` is the process's clock and decides no membership. */
export type Context = {
  db: Db;
  config: Config;
  clock: () => Date;
  user: Viewer | undefined;
};

/** The signed-in user of a request. */
type Viewer = { userId: string; isAdmin: boolean };
