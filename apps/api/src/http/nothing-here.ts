import { DomainError } from "@studbook/domain/errors";

const API = /^\/api(?:[/?]|$)/;

/** The refusal of an address that is none; under /api it says where the calls are listed. */
export function nothingHere(url: string): DomainError {
  const message = API.test(url)
    ? "There is no such call. /api/docs lists those that there are."
    : "There is nothing at this address.";
  return new DomainError("NOT_FOUND", message);
}
