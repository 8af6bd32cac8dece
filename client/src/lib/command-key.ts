/** A key with this platform's command key. */
export function withCommand(key: string): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? `⌘ ${key}` : `Ctrl ${key}`;
}
