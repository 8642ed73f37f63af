/**
 * The keys of the advisory locks. A key is never changed or used again, because servers of two versions run during an
 * update.
 */
export const LOCK_KEYS = {
  migration: 7_365_001,
  foldAdCounts: 7_365_002,
  testTemplate: 7_365_003,
  loadDemo: 7_365_004,
  serverRole: 7_365_005,
  foldTotals: 7_365_012,
  photoQuota: 7_365_038,
} as const;
