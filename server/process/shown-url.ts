/** A database's URL as people may see it. */
export function shownUrl(url: string): string {
  return url.replace(/(:\/\/[^:@/]+):[^@/]*@/, '$1@');
}
