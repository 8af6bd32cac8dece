import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface TypedParam {
  typed: string;
  setTyped: (text: string) => void;
  /** The last applied value, which may not be in the URL yet. */
  lastApplied: () => string;
  /** Applies the typed text without waiting for a pause. */
  applyNow: () => void;
}

/**
 * Binds a text field to a URL parameter. The text is applied when typing pauses. A change of the URL by the back button or
 * another control replaces the typed text. The field's own value that reaches the URL late replaces nothing: typing has
 * continued.
 * @param value the parameter's value in the URL
 * @param options.pauseMs how long typing must pause before the text is applied
 * @param options.onOutside called after a change of the URL that this field did not make
 */
export function useTypedParam(
  value: string,
  apply: (text: string) => void,
  { pauseMs, onOutside = () => undefined }: { pauseMs: number; onOutside?: (value: string) => void },
): TypedParam {
  const [typed, setTyped] = useState(value);
  const last = useRef(value);
  /** Applied values that are not in the URL yet, oldest first. */
  const onTheirWay = useRef<string[]>([]);

  const onArrival = useEffectEvent((arrived: string) => {
    const own = onTheirWay.current.lastIndexOf(arrived);
    onTheirWay.current = own < 0 ? [] : onTheirWay.current.slice(own + 1);
    if (own >= 0 || arrived === last.current) return;
    last.current = arrived;
    setTyped(arrived);
    onOutside(arrived);
  });
  useEffect(() => onArrival(value), [value]);

  // Two that cancel each other out may never appear in the URL.
  useEffect(() => {
    if (value === last.current) onTheirWay.current = [];
  });

  const applyNow = () => {
    const text = typed.trim();
    if (text === last.current) return;
    last.current = text;
    onTheirWay.current.push(text);
    apply(text);
  };
  const onPause = useEffectEvent(applyNow);
  useEffect(() => {
    if (typed.trim() === last.current) return;
    const timer = setTimeout(onPause, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);

  return { typed, setTyped, lastApplied: () => last.current, applyNow };
}
