// Runs before the first paint, so that nobody who chose the dark theme sees a white flash, and who is signed in sees room for the sidebar. Inlined into index.html.
try {
  if (localStorage.getItem('theme') === 'black') {
    document.documentElement.dataset.theme = 'black';
    document.querySelector('meta[name=theme-color]').content = '#000000';
  }
  if (location.pathname.startsWith('/dashboard') && localStorage.getItem('auth'))
    document.documentElement.dataset.boot = 'dashboard';
} catch {
  // Storage may be switched off; the light theme of the markup stays.
}
