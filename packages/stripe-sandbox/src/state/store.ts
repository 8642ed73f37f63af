import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Kind, Kinds } from "./kinds.ts";

const TABLES = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists objects (
    seq integer primary key autoincrement,
    kind text not null,
    id text not null unique,
    body text not null
  ) strict;
  create index if not exists objects_by_kind on objects (kind, seq);
  create table if not exists saved_answers (
    key text primary key,
    fingerprint text not null,
    status integer not null,
    body text not null
  ) strict;
  create table if not exists deliveries (
    seq integer primary key autoincrement,
    event text not null,
    state text not null,
    next_at integer not null,
    attempts text not null
  ) strict;
  create index if not exists deliveries_due on deliveries (state, next_at);
`;

/** All objects, in SQLite. Its methods are synchronous, so transactions never interleave. */
export class Store {
  readonly db: DatabaseSync;

  constructor(stateDir: string) {
    mkdirSync(stateDir, { recursive: true });
    this.db = new DatabaseSync(join(stateDir, "sandbox.sqlite"));
    this.db.exec(TABLES);
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const row = this.db.prepare("select body from objects where kind = ? and id = ?").get(kind, id);
    return row ? JSON.parse(String(row.body)) : undefined;
  }

  /** Newest first, read lazily. */
  list<K extends Kind>(kind: K): IteratorObject<Kinds[K]> {
    return this.db
      .prepare("select body from objects where kind = ? order by seq desc")
      .iterate(kind)
      .map((row) => JSON.parse(String(row.body)));
  }

  /** Adds the object or replaces the one with the same ID. */
  put<K extends Kind>(kind: K, object: Kinds[K]): void {
    this.db
      .prepare(
        "insert into objects (kind, id, body) values (?, ?, ?) on conflict (id) do update set body = excluded.body",
      )
      .run(kind, object.id, JSON.stringify(object));
  }

  remove(kind: Kind, id: string): void {
    this.db.prepare("delete from objects where kind = ? and id = ?").run(kind, id);
  }

  transaction<T>(work: () => T): T {
    this.db.exec("begin immediate");
    try {
      const result = work();
      this.db.exec("commit");
      return result;
    } catch (error) {
      this.db.exec("rollback");
      throw error;
    }
  }

  clear(): void {
    this.db.exec("delete from objects; delete from saved_answers; delete from deliveries");
  }

  close(): void {
    this.db.close();
  }
}
