/**
 * Whether a text is an absolute http or https address that opens as it reads. Browsers drop line breaks, hide control and
 * bidirectional characters, and read `\` as `/`, so an address has none of them.
 */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{C}\\]+$/iu.test(text) || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Whether a text is a path on this very host, such as `/payments/bkash.svg`. */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)[^\s\p{C}\\]*$/u.test(text);
}
