import { createFileRoute } from "@tanstack/react-router";
import { MemberLayout } from "../features/auth/member-layout.tsx";

export const Route = createFileRoute("/_member")({
  beforeLoad: async (arrival) => (await import("../features/auth/guards.ts")).requireUser(arrival),
  component: MemberLayout,
});
