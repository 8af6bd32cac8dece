const idForm = /^[\w-]{6,20}$/;

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
