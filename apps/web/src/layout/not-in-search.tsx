import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { NotFoundLayout } from "./not-found-layout.tsx";

/** A "not found" page of something that search leads to. */
export function NotInSearch({ title, text }: { title: string; text: string }) {
  return (
    <NotFoundLayout title={title} text={text}>
      <Link to="/search" className={buttonClass()}>
        <ArrowLeft className="size-5" />
        Back to Search
      </Link>
    </NotFoundLayout>
  );
}
