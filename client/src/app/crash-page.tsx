/** The last resort, when even the shell fails: plain markup, because nothing else can be trusted to render. */
export function CrashPage() {
  return (
    <main style={{ maxWidth: '32rem', margin: '20vh auto', padding: '0 1rem', fontFamily: 'system-ui, sans-serif' }}>
      <h1>Something went wrong</h1>
      <p>The page could not be shown. Loading it again usually helps; nothing you own is lost.</p>
      <p>
        <a href={window.location.href}>Load the page again</a>
      </p>
    </main>
  );
}
