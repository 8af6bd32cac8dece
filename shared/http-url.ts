/**
 * Whether a text is an absolute http or https address that opens as it reads. Browsers drop tabs and line breaks from an
 * address, show nothing of control and format characters, bidirectional ones included, and read `\` as `/`: what it leads to
 * would not be what people see, so an address has none of them.
 */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{C}\\]+$/iu.test(text) || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Whether a text is a path on this very host, such as `/payments/bkash.svg`. */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)[^\s\p{C}\\]*$/u.test(text);
}
