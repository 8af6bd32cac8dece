/**
 * Whether a text is an absolute http or https address that opens as it reads. Browsers drop tabs and line breaks from an
 * address and show nothing of control and format characters, bidirectional ones included, so an address has none of them.
 */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(text) || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
}
