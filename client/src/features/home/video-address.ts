import type { Language } from '#shared/languages.ts';

const idForm = /^[\w-]{6,20}$/;

/** The videos of a shop that has none of its own in its settings: recordings of this panel, made by `npm run videos`. */
export const ownVideos = ['add-balance', 'order', 'follow'] as const;
export type OwnVideo = (typeof ownVideos)[number];

/** The files of an own video: the recording and its poster. */
export function filesOf(video: OwnVideo, language: Language): { src: string; poster: string } {
  const file = `/videos/${video}-${language}`;
  return { src: `${file}.webm`, poster: `${file}.webp` };
}

/** Where a video of the settings plays. */
export type VideoPlace =
  /** A file of this panel, in the page itself. */
  | { kind: 'file'; src: string }
  /** YouTube's player, in a frame. */
  | { kind: 'frame'; src: string }
  /** Another host, which the page's policy does not allow: it is opened. */
  | { kind: 'link'; href: string };

/** @param address as entered by an admin: a path of this panel, or the address of a video */
export function placeOf(address: string): VideoPlace {
  if (/^\/(?![/\\])/.test(address)) return { kind: 'file', src: address };
  const src = embedAddress(address);
  return src ? { kind: 'frame', src } : { kind: 'link', href: address };
}

/**
 * The embed URL of a YouTube video, on the host that sets no cookies and that the page's policy allows.
 * @param address as entered by an admin: the video's page, a short URL, or an embed URL
 * @returns null for other hosts, whose videos can only be opened
 */
export function embedAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^(www|m)\./, '');
  const [first = '', second = ''] = pathname.split('/').slice(1);
  const id = host === 'youtu.be' ? first : ['embed', 'shorts', 'live'].includes(first) ? second : searchParams.get('v');
  const isYouTube = ['youtu.be', 'youtube.com', 'youtube-nocookie.com'].includes(host);
  if (!isYouTube || !id || !idForm.test(id)) return null;
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
}
