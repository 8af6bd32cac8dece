import { isHttpUrl } from './http-url.ts';

const MAX_HANDLE_LENGTH = 128;

/** A host with a dot and an ending, or one that begins with "www.", and so no user name. */
const ADDRESS =
  /^(?:www\.[\p{L}\p{M}\p{N}.-]+(?::\d+)?(?:[/?#]|$)|[\p{L}\p{M}\p{N}.-]+\.\p{L}[\p{L}\p{M}]+(?::\d+)?[/?#])/iu;

/** The joiners that Bengali needs between letters are part of its spelling; anywhere else they would be invisible. */
const HANDLE = /^(?:[\p{L}\p{M}\p{N}._@+-]|(?<=\p{Script=Bengali})[\u200c\u200d](?=\p{Script=Bengali}))+$/u;

/** An address as people type it, `facebook.com/page`, with the scheme that opens it; anything else stays as it is. */
export function withScheme(link: string): string {
  // Most have one, and patterns of all scripts' letters take their time.
  if (/^https?:\/\//i.test(link)) return link;
  return ADDRESS.test(link) ? `https://${link}` : link;
}

/** Whether a text is a user name or handle: letters and digits of any script and `. _ - @ +`, and more than signs alone. */
function isHandle(text: string): boolean {
  return text.length <= MAX_HANDLE_LENGTH && HANDLE.test(text) && /[\p{L}\p{N}]/u.test(text);
}

/** An order's target: an http(s) address or a user name. */
export function isOrderLink(link: string): boolean {
  return isHttpUrl(link) || isHandle(link);
}
