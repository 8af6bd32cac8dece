/** A key with the one that commands are given with, as this machine's keyboard names it. */
export function withCommand(key: string): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? `⌘ ${key}` : `Ctrl ${key}`;
}
