import { useQuery } from "@tanstack/react-query";
import { PageHead } from "../../layout/page-head.tsx";
import { pageWidth } from "../../layout/page-width.ts";
import type { RouterContext } from "../../router-context.ts";
import { apiQuery, type Data } from "../../trpc.ts";
import { PROSE } from "./prose.ts";

type LegalPageProps = {
  name: "privacy" | "terms";
  title: string;
  description: string;
  context: RouterContext;
};

/** The query for a legal text of the operator, which the server renders from Markdown. */
export function legalPage(data: Data, name: "privacy" | "terms") {
  return apiQuery(data, "legal.page", { name });
}

export function LegalPage({ name, title, description, context }: LegalPageProps) {
  const { data, settings } = context;
  // The loader has loaded it.
  const { html = "" } = useQuery(legalPage(data, name)).data ?? {};
  return (
    <div className={`pt-8 pb-18 ${pageWidth}`}>
      <PageHead title={title} description={description} settings={settings} path={`/${name}`} />
      <article
        className={PROSE}
        // From the server's Markdown renderer, which escapes the HTML in the file.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}
