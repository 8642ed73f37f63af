import { createFileRoute } from "@tanstack/react-router";
import { LegalPage } from "./-legal/legal-page.tsx";
import { legalPage } from "./-legal/legal-query.ts";

export const Route = createFileRoute("/privacy")({
  // Visitors of other pages need not load it.
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
