import { createFileRoute } from "@tanstack/react-router";
import { MemberLayout } from "../features/auth/member-layout.tsx";

export const Route = createFileRoute("/admin")({
  beforeLoad: async (arrival) => (await import("../features/auth/guards.ts")).requireAdmin(arrival),
  component: MemberLayout,
});
