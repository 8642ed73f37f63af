import { LegalPage, LegalPageRequest } from "@studbook/domain/schemas/legal";
import { openProcedure, router } from "../trpc.ts";
import { renderLegalPage } from "./render-legal-page.ts";

export const legalRouter = router({
  page: openProcedure
    .input(LegalPageRequest)
    .output(LegalPage)
    .query(async ({ ctx, input }) => ({ html: await renderLegalPage(input.name, ctx.config) })),
});
