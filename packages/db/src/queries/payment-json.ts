/** The columns of `payments` under the names of the API, as anyone who may see a payment sees it. */
export const PAYMENT_COLUMNS = `
  id, amount, membership_tier as "membershipTier", status,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;
