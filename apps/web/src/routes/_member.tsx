import { createFileRoute } from "@tanstack/react-router";
import { requireUser } from "../features/auth/guards.ts";
import { MemberLayout } from "../features/auth/member-layout.tsx";

export const Route = createFileRoute("/_member")({
  beforeLoad: requireUser,
  component: MemberLayout,
});
