import { useLayoutEffect, useRef } from 'react';

/** Tells the frame's styles how high its tool bar is, as `--tools-px`, so that the header stands right below it. */
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
