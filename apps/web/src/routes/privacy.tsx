import { createFileRoute } from "@tanstack/react-router";
import { LegalPage, legalPage } from "./-legal/legal-page.tsx";

export const Route = createFileRoute("/privacy")({
  // With the loader, so that visitors of other pages do not load its query.
  codeSplitGroupings: [["loader", "component"]],
  loader: ({ context: { data } }) => data.queryClient.ensureQueryData(legalPage(data, "privacy")),
  component: PrivacyPage,
});

function PrivacyPage() {
  return (
    <LegalPage
      name="privacy"
      title="Privacy"
      description="What Studbook stores about you, why and for how long, and how to view, download or erase it."
      context={Route.useRouteContext()}
    />
  );
}
