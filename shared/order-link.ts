import { isHttpUrl } from './http-url.ts';

const MAX_HANDLE_LENGTH = 128;

/** A host with a dot and a top-level domain, or one that begins with "www.": not a user name. */
const ADDRESS =
  /^(?:www\.[\p{L}\p{M}\p{N}.-]+(?::\d+)?(?:[/?#]|$)|[\p{L}\p{M}\p{N}.-]+\.\p{L}[\p{L}\p{M}]+(?::\d+)?[/?#])/iu;

/** Bengali needs joiners between letters. Anywhere else they would be invisible, and are refused. */
const HANDLE = /^(?:[\p{L}\p{M}\p{N}._@+-]|(?<=\p{Script=Bengali})[\u200c\u200d](?=\p{Script=Bengali}))+$/u;

/** A typed address such as `facebook.com/page`, completed with its scheme. Anything else is returned unchanged. */
export function withScheme(link: string): string {
  // Most links have a scheme, and Unicode patterns are slow.
  if (/^https?:\/\//i.test(link)) return link;
  return ADDRESS.test(link) ? `https://${link}` : link;
}

/** Whether a text is a user name or handle: letters and digits of any script and `. _ - @ +`, but not signs alone. */
function isHandle(text: string): boolean {
  return text.length <= MAX_HANDLE_LENGTH && HANDLE.test(text) && /[\p{L}\p{N}]/u.test(text);
}

/** An order's target: an http(s) address or a user name. */
export function isOrderLink(link: string): boolean {
  return isHttpUrl(link) || isHandle(link);
}
