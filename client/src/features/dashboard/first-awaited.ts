/**
 * Whether nothing has come of a query yet. One that has failed is asked for again by every part that begins to show it, and
 * would be pending again: a page that hid its parts until then would never be done.
 */
export function isFirstAwaited(query: { isPending: boolean; errorUpdateCount: number }): boolean {
  return query.isPending && query.errorUpdateCount === 0;
}
