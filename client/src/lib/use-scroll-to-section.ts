import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Scrolls to the section that the URL names. The browser can't do it by itself: when it reads the URL, the section does not exist yet.
 */
export function useScrollToSection(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(decoded(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
