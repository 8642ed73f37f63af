import { NOT_AN_OBJECT } from "@studbook/domain/schemas/strict-object";

/**
 * The input of a call on what its path names: the fields of the body, none when there is no body, and that id.
 * An id in the body, or a body that is no object, becomes a field that no call knows: it is refused when its
 * turn comes, after the checks of who may do it.
 */
export function withId(id: string, body: unknown): { id: string } {
  if (body === null || body === undefined) return { id };
  if (typeof body !== "object" || Array.isArray(body)) return { id, ...{ [NOT_AN_OBJECT]: body } };
  return { ...body, ...("id" in body && { "body.id": body.id }), id };
}
