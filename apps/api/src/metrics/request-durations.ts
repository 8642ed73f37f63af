import {
  Histogram,
  type HistogramConfiguration,
  type MetricObjectWithValues,
  type MetricValueWithName,
} from "prom-client";

type Labels = Readonly<Record<"route" | "method" | "status", string | number>>;
/** With the bound of a bucket. */
type Label = keyof Labels | "le";

type Exported = MetricObjectWithValues<MetricValueWithName<Label>>;

// Missing in the types. `get` and the registry call it.
declare module "prom-client" {
  interface Histogram<T extends string> {
    getForPromString(): Promise<MetricObjectWithValues<MetricValueWithName<T>>>;
  }
}

/** Observes a duration in seconds. */
type Observe = (seconds: number) => void;

type Series = { labels: Labels; bucketCounts: number[]; count: number; sum: number };

/**
 * A histogram of response times. prom-client's own `observe` builds a text of the labels for each observation, which takes a
 * twentieth of the time of a stored response. Here, what observes with the same labels can be kept.
 */
export class RequestDurations extends Histogram<Label> {
  readonly #name: string;
  readonly #buckets: readonly number[];
  readonly #series: Series[] = [];
  readonly #observers = new Map<string, Observe>();

  constructor(configuration: HistogramConfiguration<Label> & { buckets: number[] }) {
    super(configuration);
    this.#name = configuration.name;
    this.#buckets = configuration.buckets;
  }

  /** Returns what observes the durations of responses with these labels. */
  observerOf(labels: Labels): Observe {
    const key = `${labels.route} ${labels.method} ${labels.status}`;
    const known = this.#observers.get(key);
    if (known) return known;
    const buckets = this.#buckets;
    const series = { labels, bucketCounts: buckets.map(() => 0), count: 0, sum: 0 };
    const observe = (seconds: number) => {
      series.count++;
      series.sum += seconds;
      const bucket = buckets.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) series.bucketCounts[bucket] = (series.bucketCounts[bucket] ?? 0) + 1;
    };
    this.#series.push(series);
    this.#observers.set(key, observe);
    return observe;
  }

  /** Observers remain valid. */
  override reset(): void {
    super.reset();
    // The constructor of the base class resets it.
    if (!(#series in this)) return;
    for (const series of this.#series) {
      Object.assign(series, { bucketCounts: this.#buckets.map(() => 0), count: 0, sum: 0 });
    }
  }

  override async getForPromString(): Promise<Exported> {
    const values = this.#series.flatMap((series) => this.#export(series));
    return { ...(await super.getForPromString()), values };
  }

  #export({ labels, bucketCounts, count, sum }: Series): MetricValueWithName<Label>[] {
    let sumOfCounts = 0;
    const buckets = this.#buckets.map((le, n) => {
      sumOfCounts += bucketCounts[n] ?? 0;
      return { metricName: `${this.#name}_bucket`, labels: { le, ...labels }, value: sumOfCounts };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
      { metricName: `${this.#name}_sum`, labels, value: sum },
      { metricName: `${this.#name}_count`, labels, value: count },
    ];
  }
}
