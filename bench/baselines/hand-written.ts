import { FREE_LARGE_BLOCK } from "@studbook/db/client";
import { AD_COLUMNS, AD_JSON } from "@studbook/db/queries/ad-json";
import { SEARCH_PAGE_SIZE } from "@studbook/domain/page-sizes";
import fastify from "fastify";
import pg from "pg";

/**
 * A page and its exact number from the stored counts, as JSON, in one round trip. The limit is a parameter, because
 * PostgreSQL would sort all matches for a constant one. `offset 0` keeps it from looking for expired ads among all matches.
 */
const SEARCH = `
  select (select coalesce(json_agg(ad), '[]') from (
      select ${AD_COLUMNS} from ads where listed_until > now() and breed = $1 and state = $2
      order by created_at desc, id desc limit $3
    ) ad)::text as body,
    coalesce((select n from ad_counts where breed = $1 and state = $2), 0)
      + coalesce((select sum(n) from ad_count_deltas where breed = $1 and state = $2), 0)
      - (select count(*) from (select breed, state from ads where listed_until <= now() offset 0) expired
         where breed = $1 and state = $2) as total`;

const FIND = `select ${AD_JSON}::text as body from ads where id = $1 and listed_until > now()`;

// The fastest API for these two calls that one would write by hand: Fastify, pg, and a statement for each that is prepared
// and planned once. It has as many connections as the product has for reads, with the same first statement (decision 65).
process.once("message", async (url: string) => {
  const options = "-c plan_cache_mode=force_generic_plan";
  const pool = new pg.Pool({ connectionString: url, max: 5, options });
  pool.on("connect", (client) => void client.query(FREE_LARGE_BLOCK));
  const app = fastify();
  app.get<{ Querystring: { breed: string; state: string } }>("/api/ads", async (request, reply) => {
    const { breed, state } = request.query;
    const { rows } = await pool.query({
      name: "search",
      text: SEARCH,
      values: [breed, state, SEARCH_PAGE_SIZE],
    });
    reply.type("application/json; charset=utf-8").header("X-Total-Count", rows[0].total);
    return rows[0].body;
  });
  app.get<{ Params: { id: string } }>("/api/ads/:id", async (request, reply) => {
    const { rows } = await pool.query({ name: "find", text: FIND, values: [request.params.id] });
    if (!rows[0]) return reply.code(404).send({ error: "not found" });
    reply.type("application/json; charset=utf-8");
    return rows[0].body;
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  process.send?.(app.server.address());
});
