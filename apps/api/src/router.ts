import { adsRouter } from "./ads/router.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  ads: adsRouter,
});

/** The typed surface of the API, for clients to import as a type. */
export type AppRouter = typeof appRouter;
