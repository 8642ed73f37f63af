import pg from "pg";

/** Records the text of every statement that this process sends until `stop` is called. */
export function recordStatements(): { statements: string[]; stop(): void } {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = new Proxy(query, {
    apply(target, client, args) {
      const [first] = args;
      statements.push(typeof first === "string" ? first : String(first.text));
      return Reflect.apply(target, client, args);
    },
  });
  return {
    statements,
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}
