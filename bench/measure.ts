import type { LoadTask } from "./load/load-task.ts";
import type { Options } from "./options.ts";
import { readCpuUs } from "./processes.ts";
import type { Stage } from "./stage/stage.ts";

/** A server to measure, and the requests to send to it. */
export type Contender = {
  port: number;
  /** The processes whose CPU time counts as the server's. */
  pids: readonly number[];
  paths: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** The status of every response; 200 by default. */
  status?: number;
  /** Whether the load generator polls instead of sleeping, which leaves no time for the database on its core. */
  isPolled?: boolean;
  /** Starts what happens during its rounds. Returns a function that ends it. */
  during?: () => () => Promise<void>;
};

/** What the rounds of a contender measured, one value per round. CPU times are microseconds per request. */
export type Measured = {
  serverUs: number[];
  databaseUs: number[];
  perSecond: number[];
  p99Ms: number[];
};

const CONNECTIONS = 16;
/** Until V8 has compiled the code of the requests. */
const WARM_UP_ROUNDS = 3;

/** Measures the contenders alternately, after a warm-up that takes as long as three rounds. */
export async function measureInTurn(
  stage: Stage,
  contenders: readonly Contender[],
  { rounds, seconds }: Pick<Options, "rounds" | "seconds">,
): Promise<Measured[]> {
  const all = contenders.map((contender) => ({
    contender,
    measured: { serverUs: [], databaseUs: [], perSecond: [], p99Ms: [] } as Measured,
  }));
  for (const { contender } of all) await measureRound(stage, contender, WARM_UP_ROUNDS * seconds);
  for (let round = 0; round < rounds; round++) {
    for (const { contender, measured } of round % 2 ? all.toReversed() : all) {
      const sample = await measureRound(stage, contender, seconds);
      measured.serverUs.push(sample.serverUs);
      measured.databaseUs.push(sample.databaseUs);
      measured.perSecond.push(sample.perSecond);
      measured.p99Ms.push(sample.p99Ms);
    }
  }
  return all.map(({ measured }) => measured);
}

async function measureRound(stage: Stage, contender: Contender, seconds: number) {
  const { port, pids, paths, headers = {}, status = 200, isPolled = false, during } = contender;
  const task: LoadTask = {
    port,
    paths,
    headers,
    connections: CONNECTIONS,
    isPolling: isPolled,
    until: { ms: seconds * 1000 },
  };
  const readCpu = () => [readCpuUs(pids), readCpuUs([stage.databases.postmasterPid])] as const;
  const stop = during?.();
  try {
    const [server, database] = readCpu();
    const { responses, seconds: elapsed, p99Ms } = await stage.load.run(task, [status]);
    const [serverAfter, databaseAfter] = readCpu();
    return {
      serverUs: (serverAfter - server) / responses,
      databaseUs: (databaseAfter - database) / responses,
      perSecond: responses / elapsed,
      p99Ms,
    };
  } finally {
    await stop?.();
  }
}

/** Measures the product and a baseline alternately. */
export async function measurePair(
  stage: Stage,
  product: Contender,
  baseline: Contender,
  options: Pick<Options, "rounds" | "seconds">,
): Promise<[product: Measured, baseline: Measured]> {
  const [first, second] = await measureInTurn(stage, [product, baseline], options);
  if (!first || !second) throw new Error("Both must be measured");
  return [first, second];
}
