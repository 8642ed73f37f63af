import { createFileRoute } from "@tanstack/react-router";
import { LegalPage, legalPage } from "./-legal/legal-page.tsx";

export const Route = createFileRoute("/privacy")({
  // The loader too, so that visitors of other pages do not load it.
  codeSplitGroupings: [["loader", "component"]],
  loader: ({ context: { data } }) => data.queryClient.ensureQueryData(legalPage(data, "privacy")),
  component: PrivacyPage,
});

function PrivacyPage() {
  return (
    <LegalPage
      name="privacy"
      title="Privacy"
      description="What Studbook keeps of you, why and for how long, and how to see, take or erase it."
      context={Route.useRouteContext()}
    />
  );
}
