/** The URL of an export. In a file without schemas, so that the client's bundle stays small. */
export function exportPath(name: string): string {
  return `/exports/${name}.csv`;
}
