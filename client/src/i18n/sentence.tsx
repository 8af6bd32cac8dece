import { Fragment, type ReactNode } from 'react';

interface SentenceProps<Name extends string> {
  /** A text whose `parts` are inserted as `{name}` again. */
  words: (values: Record<Name, string>) => string;
  parts: Record<Name, ReactNode>;
}

/** A text with elements in it, such as a link, at the position that the language requires: `{place}` becomes `parts.place`. */
export function Sentence<Name extends string>({ words, parts }: SentenceProps<Name>) {
  const names = Object.keys(parts) as Name[];
  const marks = Object.fromEntries(names.map((name) => [name, `{${name}}`])) as Record<Name, string>;
  return words(marks)
    .split(/(\{\w+\})/)
    .map((piece, at) => <Fragment key={`${at} ${piece}`}>{parts[piece.slice(1, -1) as Name] ?? piece}</Fragment>);
}
