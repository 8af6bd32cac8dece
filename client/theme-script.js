// Runs before the first paint, so that nobody who chose the dark theme sees a white flash, and who is signed in sees what is theirs, or
// room for it. Inlined into index.html, which rendered pages are made of, too.
{
  const html = document.documentElement;
  const read = (key) => JSON.parse(localStorage.getItem(key) ?? 'null');
  try {
    if (localStorage.getItem('theme') === 'black') {
      html.dataset.theme = 'black';
      document.querySelector('meta[name=theme-color]').content = '#000000';
    }
    if (read('auth')?.tokens) {
      html.dataset.signedIn = '';
      if (location.pathname.startsWith('/dashboard')) html.dataset.boot = 'dashboard';
    }
    // A rendered page in another language than was chosen, as the server has not been told yet: it comes again in the right one.
    const language = read('auth')?.user?.language ?? localStorage.getItem('language');
    const isTold = () => document.cookie.split('; ').includes(`language=${language}`);
    const isOther = /^(en|bn)$/.test(language) && language !== html.lang;
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
    // Storage may be switched off, or hold anything; the light theme of the markup stays.
  }
  // The code is run once the first frame is shown, a piece at a time, so that what is pressed is seen to in between.
  const run = ([file, ...others]) => {
    if (!file) return;
    const next = () => setTimeout(run, 0, others);
    const script = { type: 'module', crossOrigin: '', src: file.href, onload: next, onerror: loadAnew };
    document.head.append(Object.assign(document.createElement('script'), script));
  };
  // Browsers don't ask again for code that they failed to fetch.
  const loadAnew = () => {
    for (const type of ['online', 'click']) addEventListener(type, () => navigator.onLine && location.reload(), true);
  };
  addEventListener('DOMContentLoaded', () => {
    const files = [...document.querySelectorAll('link[data-run]')];
    let start = () => {
      start = () => undefined;
      run(files);
    };
    requestAnimationFrame(() => setTimeout(() => start()));
    // A page that is not in sight has no frames.
    setTimeout(() => start(), 500);
  });
  // What is pressed or typed before all of the page's code is here is kept for it (app/early-input.tsx), and from the part that is
  // here already, which would do it a first time, or lose it.
  if ('rendered' in html.dataset) {
    window.early = [];
    const keep = (event) => {
      const { type } = event;
      // What a button shows may change.
      const target = event.target.closest?.('a, button') ?? event.target;
      // Links lead on without any code.
      if (!window.early || target.href) return;
      event.stopPropagation();
      if (type === 'submit') event.preventDefault();
      else window.early.push({ type, target, value: target.value });
    };
    for (const type of ['click', 'input', 'change', 'submit']) addEventListener(type, keep, true);
  }
}
