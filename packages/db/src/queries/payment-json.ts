/** The columns of `payments` that the API returns, under their API names. */
export const PAYMENT_COLUMNS = `
  id, amount, membership_tier as "membershipTier", status,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;
