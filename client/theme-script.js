// Runs before the first paint, so that the dark theme does not flash white, and signed-in users see their version, or space for
// it. Inlined into index.html, the template of rendered pages, too.
{
  const html = document.documentElement;
  const read = (key) => JSON.parse(localStorage.getItem(key) ?? 'null');
  try {
    if (localStorage.getItem('theme') === 'black') {
      html.dataset.theme = 'black';
      document.querySelector('meta[name=theme-color]').content = '#000000';
    }
    if (localStorage.getItem('servicesView') === 'cards') html.dataset.services = 'cards';
    if (read('auth')?.tokens) {
      html.dataset.signedIn = '';
      if (location.pathname.startsWith('/dashboard')) html.dataset.boot = 'dashboard';
      if (localStorage.getItem('sidebar') === 'folded') html.dataset.sidebar = 'folded';
    }
    // A page from the cache of the service worker has no face of the shop. It takes that of the last page of the server. A rendered
    // page never does: its code must start with the data of its HTML.
    const face = 'shop' in html.dataset || 'rendered' in html.dataset ? null : read('shop');
    if (face) {
      const add = (tag, properties) => document.head.append(Object.assign(document.createElement(tag), properties));
      document.title = face.name;
      Object.assign(document.querySelector('link[rel=icon]'), face.icon);
      add('style', { id: 'shop-style', textContent: face.style });
      add('script', { id: 'page-data', type: 'application/json', textContent: JSON.stringify(face.page) });
    }
    // A rendered page in another language than the chosen one, which the server does not know yet: it is reloaded in the right
    // one.
    const languages = ['LANGUAGES'];
    const language = read('auth')?.user?.language ?? localStorage.getItem('language');
    const isTold = () => document.cookie.split('; ').includes(`language=${language}`);
    const isOther = languages.includes(language) && language !== html.lang;
    if (isOther && !('rendered' in html.dataset)) html.lang = language;
    else if (isOther && !isTold()) {
      const secure = location.protocol === 'https:' ? '; secure' : '';
      document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax${secure}`;
      if (isTold()) {
        html.style.visibility = 'hidden';
        location.reload();
      }
    }
    const hidden = Object.entries(read('put-away-notices') ?? {})
      .map(([id, at]) => `[data-notice="${CSS.escape(`${id} ${at}`)}"]`)
      .join();
    if (hidden)
      document.head.append(Object.assign(document.createElement('style'), { textContent: `${hidden}{display:none}` }));
  } catch {
    // Storage may be disabled, or contain anything; the light theme of the markup stays.
  }
  const keepFace = () => {
    const { reads } = JSON.parse(document.getElementById('page-data').textContent);
    const settings = reads.find(({ queryKey: [path] }) => `${path}` === 'settings,public');
    const style = document.getElementById('shop-style')?.textContent ?? '';
    const { href, type } = document.querySelector('link[rel=icon]');
    const face = {
      name: settings.data.shopName,
      style,
      icon: { href, type },
      page: { reads: [settings], isOutdated: true },
    };
    localStorage.setItem('shop', JSON.stringify(face));
  };
  if ('shop' in html.dataset)
    addEventListener('load', () => {
      try {
        keepFace();
      } catch {
        // A full or disabled storage.
      }
    });
  // Browsers do not request failed code again.
  const onError = ({ target }) => {
    if (target.tagName !== 'SCRIPT') return;
    for (const type of ['online', 'click']) addEventListener(type, () => navigator.onLine && location.reload(), true);
  };
  addEventListener('error', onError, true);
  // A form of a rendered page is not submitted before its code has loaded: the navigation would lose the typed values. Others say that
  // they keep them.
  const isTooEarly = ({ target }) => 'rendered' in html.dataset && !('worksEarly' in target.dataset);
  addEventListener('submit', (event) => isTooEarly(event) && event.preventDefault(), true);
}
