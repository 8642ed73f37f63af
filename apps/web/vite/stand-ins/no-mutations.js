// Replaces the query client's cache of mutations, which this app does not use (src/use-mutation.ts).
export class MutationCache {
  clear() {}
  findAll() {
    return [];
  }
  resumePausedMutations() {
    return Promise.resolve();
  }
}
