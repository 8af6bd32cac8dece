/** The address of an export. In a file without schemas, for the client. */
export function exportPath(name: string): string {
  return `/exports/${name}.csv`;
}
