type Guard = (event: PopStateEvent) => void;

const guards = new Set<Guard>();

// Listeners of the window are called in the order in which they came, in Chromium even those that capture. So this one has to be
// there before the router's: `main.tsx` fetches it with the first code.
window.addEventListener('popstate', (event) => {
  const [first] = guards;
  first?.(event);
});

/**
 * Tells of going back or forward before the router hears of it. Of several guards the first one alone is told.
 * @returns how to stop
 */
export function guardHistory(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}
