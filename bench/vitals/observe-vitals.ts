/** What the page reports. Times are milliseconds since the navigation. */
export type Observed = {
  lcpMs: number;
  cls: number;
  /** The longest interaction; 0 if all took less than 16 ms. */
  inpMs: number;
  /** When React had hydrated the end of the page; undefined before that. */
  hydratedMs?: number;
};

declare global {
  interface Window {
    observed: Observed;
  }
}

/** Runs in the page before its own scripts. */
export function observeVitals(): void {
  const observed: Observed = { lcpMs: 0, cls: 0, inpMs: 0 };
  window.observed = observed;
  const observe = (type: string, read: (entry: PerformanceEntry) => void) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(read));
    const options = { type, buffered: true, durationThreshold: 16 };
    observer.observe(options);
  };
  observe("largest-contentful-paint", ({ startTime }) => {
    observed.lcpMs = startTime;
  });
  observe("layout-shift", (entry) => {
    if ("value" in entry && "hadRecentInput" in entry && !entry.hadRecentInput) {
      observed.cls += Number(entry.value);
    }
  });
  observe("event", (entry) => {
    if ("interactionId" in entry && entry.interactionId) {
      observed.inpMs = Math.max(observed.inpMs, entry.duration);
    }
  });
  const watchHydration = () => {
    const last = [...document.querySelectorAll("footer a")].at(-1);
    // React attaches its nodes to the elements that it has hydrated.
    if (last && Object.keys(last).some((key) => key.startsWith("__reactFiber$"))) {
      observed.hydratedMs = performance.now();
    } else {
      requestAnimationFrame(watchHydration);
    }
  };
  watchHydration();
}
