import { useLayoutEffect, useRef } from 'react';

/** Sets the tool bar's height as `--tools-px`, so that the header sticks right below it. */
export function useToolsHeight() {
  const frameRef = useRef<HTMLDivElement>(null);
  const toolsRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tools = toolsRef.current;
    if (!tools) return undefined;
    const tell = () => frameRef.current?.style.setProperty('--tools-px', `${Math.round(tools.offsetHeight)}px`);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(tools);
    return () => observer.disconnect();
  }, []);
  return { frameRef, toolsRef };
}
