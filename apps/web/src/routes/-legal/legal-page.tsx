import { useQuery } from "@tanstack/react-query";
import { PageHead } from "../../layout/page-head.tsx";
import { pageWidth } from "../../layout/page-width.ts";
import type { RouterContext } from "../../router-context.ts";
import { apiQuery, type Data } from "../../trpc.ts";

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

/** Styles of running text, with lines as long as a book's. */
const PROSE =
  "max-w-177 [overflow-wrap:anywhere] [&_h1]:mb-6 [&_h2]:mt-10 [&_h2]:mb-3 [&_h3]:mt-6 [&_h3]:mb-2 " +
  "[&_p]:mb-4 [&_ul]:mb-4 [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:mb-4 [&_ol]:list-decimal [&_ol]:pl-6 " +
  "[&_li]:mb-2 [&_li]:pl-1 [&_li]:marker:text-ink-soft";

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
