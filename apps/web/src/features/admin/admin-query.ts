/**
 * What an operator's page knows of a query. It travels with every first load, so whether the texts
 * make sense is for the page to say.
 */
function pick(...names: string[]) {
  return (query: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = query[name];
        return typeof text === "string" && text ? [[name, text]] : [];
      }),
    );
}

export const readUsersQuery = pick("q", "tier", "active", "expiring");

export const readAuditQuery = pick("action", "actor", "subject", "from", "to");
