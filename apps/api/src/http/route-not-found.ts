import { DomainError } from "@studbook/domain/errors";
import { NOT_FOUND_MESSAGE } from "../errors.ts";
import { kindOf } from "./request-kind.ts";

/** The error for an unknown path. Under /api it points to the documentation. */
export function routeNotFound(request: Parameters<typeof kindOf>[0]): DomainError {
  const message =
    kindOf(request) === "rest"
      ? "This endpoint does not exist. See /api/docs for the list of endpoints."
      : NOT_FOUND_MESSAGE;
  return new DomainError("NOT_FOUND", message);
}
