/** What goes wrong with the next `times` calls of an address; `*` in `path` stands for anything. */
export type Fault = { method?: string | undefined; path: string; times: number } & (
  | { kind: "delay"; ms: number; when: "before" | "after" }
  | { kind: "answer"; status: 429 | 500; when: "before" | "after" }
  | { kind: "drop"; when: "before" | "after" }
);

/** The faults that tests have ordered; they end with the process. */
export class Faults {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  /** All that go wrong with this call, each used up by one. */
  take(method: string, path: string): Fault[] {
    const hit = this.#faults.filter(
      (fault) => (!fault.method || fault.method === method) && matches(fault.path, path),
    );
    for (const fault of hit) fault.times--;
    this.#faults = this.#faults.filter(({ times }) => times > 0);
    return hit;
  }

  clear(): void {
    this.#faults = [];
  }
}

function matches(pattern: string, path: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
