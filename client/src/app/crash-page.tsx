import { shellTexts } from '../i18n/en/shell.ts';

/** The last resort when even the shell fails: plain markup, because nothing else may render. */
export function CrashPage() {
  const t = shellTexts.get();
  return (
    <main style={{ maxWidth: '32rem', margin: '20vh auto', padding: '0 1rem', fontFamily: 'system-ui, sans-serif' }}>
      <h1>{t.crashed}</h1>
      <p>{t.crashedText}</p>
      <p>
        <a href={window.location.href}>{t.loadAgain}</a>
      </p>
    </main>
  );
}
