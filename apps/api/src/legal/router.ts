import { LegalPage, LegalPageRequest } from "@studbook/domain/schemas/legal";
import { publicProcedure, router } from "../trpc.ts";
import { renderLegalPage } from "./render-legal-page.ts";

export const legalRouter = router({
  page: publicProcedure
    .input(LegalPageRequest)
    .output(LegalPage)
    .query(async ({ ctx, input }) => ({ html: await renderLegalPage(input.name, ctx.config) })),
});
