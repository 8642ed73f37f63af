import { createFileRoute } from "@tanstack/react-router";
import { LegalPage, legalPage } from "./-legal/legal-page.tsx";

export const Route = createFileRoute("/terms")({
  // With the loader, so that visitors of other pages do not load its query.
  codeSplitGroupings: [["loader", "component"]],
  loader: ({ context: { data } }) => data.queryClient.ensureQueryData(legalPage(data, "terms")),
  component: TermsPage,
});

function TermsPage() {
  return (
    <LegalPage
      name="terms"
      title="Terms"
      description="What you agree to when you use Studbook: memberships, listings and what the platform does not do."
      context={Route.useRouteContext()}
    />
  );
}
