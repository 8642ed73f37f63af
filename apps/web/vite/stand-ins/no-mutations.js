// The cache that a query client makes for itself: pages that change anything bring their own
// (src/features/auth/member-client.ts).
export class MutationCache {
  clear() {}
  findAll() {
    return [];
  }
  resumePausedMutations() {
    return Promise.resolve();
  }
}
