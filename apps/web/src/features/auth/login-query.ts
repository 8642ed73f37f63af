/** The query of /login: where the guest was sent from. Not to be followed before `findReturnPath`. */
export function readLoginQuery({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === "string" ? { next } : {};
}
