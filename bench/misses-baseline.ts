import { AD_COLUMNS, AD_JSON } from "@studbook/db/queries/ad-json";
import fastify from "fastify";
import pg from "pg";

const SEARCH = `
  select (select coalesce(json_agg(ad), '[]') from (
      select ${AD_COLUMNS} from ads
      where listed_until > studbook_now() and breed = $1 and state = $2
      order by created_at desc, id desc limit 24
    ) ad)::text as body,
    (coalesce((select n from ad_counts where breed = $1 and state = $2), 0)
      + coalesce((select sum(n) from ad_count_deltas where breed = $1 and state = $2), 0)
      - (select count(*) from ads where listed_until <= studbook_now() and breed = $1 and state = $2)
    )::integer as total`;

const FIND = `select ${AD_JSON}::text as body from ads where id = $1 and listed_until > studbook_now()`;

type Search = { Querystring: { breed: string; state: string } };
type Find = { Params: { id: string } };

// What one would write by hand for two calls and nothing else: one prepared statement each, whose JSON is sent as it is.
const pool = new pg.Pool({ connectionString: process.argv[2], max: 5 });
const app = fastify();
app.get<Search>("/api/ads", async ({ query: { breed, state } }, reply) => {
  const { rows } = await pool.query({ name: "search", text: SEARCH, values: [breed, state] });
  reply.type("application/json; charset=utf-8").header("X-Total-Count", rows[0].total);
  return rows[0].body;
});
app.get<Find>("/api/ads/:id", async ({ params: { id } }, reply) => {
  const { rows } = await pool.query({ name: "find", text: FIND, values: [id] });
  if (!rows[0]) return reply.code(404).send({ error: "not found" });
  reply.type("application/json; charset=utf-8");
  return rows[0].body;
});
await app.listen({ port: Number(process.argv[3]), host: "127.0.0.1" });
process.send?.("ready");
