/**
 * Whether a text is an absolute http or https URL that opens as it reads. It must not contain line breaks, control or bidirectional
 * characters, which browsers drop or hide, nor `\`, which browsers read as `/`.
 */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{C}\\]+$/iu.test(text) || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Whether a text is a path on this host, such as `/payments/bkash.svg`. */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)[^\s\p{C}\\]*$/u.test(text);
}
