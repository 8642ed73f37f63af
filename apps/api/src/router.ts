import { accountRouter } from "./account/router.ts";
import { adminRouter } from "./admin/router.ts";
import { adsRouter } from "./ads/router.ts";
import { authRouter } from "./auth/router.ts";
import { breedsRouter } from "./breeds/router.ts";
import { legalRouter } from "./legal/router.ts";
import { paymentsRouter } from "./payments/router.ts";
import { placesRouter } from "./places/router.ts";
import { statesRouter } from "./states/router.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  ads: adsRouter,
  breeds: breedsRouter,
  places: placesRouter,
  states: statesRouter,
  auth: authRouter,
  account: accountRouter,
  payments: paymentsRouter,
  admin: adminRouter,
  legal: legalRouter,
});

/** The type of the API, for clients to import. */
export type AppRouter = typeof appRouter;
