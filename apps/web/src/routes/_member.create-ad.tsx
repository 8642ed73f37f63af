import { createFileRoute } from "@tanstack/react-router";
import { CreateAd } from "./-ad-form/create-ad.tsx";

export const Route = createFileRoute("/_member/create-ad")({ component: CreateAdPage });

function CreateAdPage() {
  const { data, settings } = Route.useRouteContext();
  return <CreateAd data={data} today={settings.today} />;
}
