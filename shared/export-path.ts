/** Where a list is had as a file. In a file of its own, as the client needs the address and none of the schemas. */
export function exportPath(name: string): string {
  return `/exports/${name}.csv`;
}
