import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $language } from '../../i18n/language.ts';

/** A value with texts, such as a table's columns: the same object until the language changes. @param make a stable function */
export function useInLanguage<Value>(make: () => Value): Value {
  const language = useStore($language);
  const [made, setMade] = useState(() => ({ make, language, value: make() }));
  if (made.make === make && made.language === language) return made.value;
  const next = { make, language, value: make() };
  setMade(next);
  return next.value;
}
