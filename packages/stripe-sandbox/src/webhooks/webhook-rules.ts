/** What happens to the next `times` events of these types, or of any type if `types` is undefined. */
export type WebhookRule = { types?: string[] | undefined; times: number } & (
  | { action: "lose" }
  | { action: "duplicate" }
  | { action: "delay"; ms: number }
);

/** The rules that tests have added, in memory only. */
export class WebhookRules {
  #rules: WebhookRule[] = [];

  add(rule: WebhookRule): void {
    this.#rules.push(rule);
  }

  /** Returns the first rule that matches this event type and counts it down. */
  take(type: string): WebhookRule | undefined {
    const rule = this.#rules.find(({ types }) => !types || types.includes(type));
    if (rule && --rule.times <= 0) this.#rules = this.#rules.filter((other) => other !== rule);
    return rule;
  }

  clear(): void {
    this.#rules = [];
  }
}
