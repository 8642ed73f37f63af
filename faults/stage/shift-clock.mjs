// Loaded with --import before a server: its clock is off by FAULTS_CLOCK_OFFSET_MS and runs FAULTS_CLOCK_SPEED times
// as fast. Timers are not changed.
const offset = Number(process.env.FAULTS_CLOCK_OFFSET_MS ?? 0);
const speed = Number(process.env.FAULTS_CLOCK_SPEED ?? 1);
const RealDate = Date;
const startedAt = RealDate.now();
const realPerformanceNow = performance.now.bind(performance);

const now = () => startedAt + offset + (RealDate.now() - startedAt) * speed;

globalThis.Date = class extends RealDate {
  /** @param {ConstructorParameters<typeof Date>} values */
  constructor(...values) {
    if (values.length === 0) super(now());
    else super(...values);
  }

  static now() {
    return Math.floor(now());
  }
};
performance.now = () => realPerformanceNow() * speed;
