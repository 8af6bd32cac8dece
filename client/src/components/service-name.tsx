import { Span } from '@chakra-ui/react';
import type { CSSProperties } from 'react';
import { localName } from '../lib/local-name.ts';
import { type NamedService, ServiceNumber, WholeServiceName } from './whole-service-name.tsx';

interface ServiceNameProps extends NamedService {
  /**
   * How much room there is; the whole name by default. `1` keeps one line, and `2` about two. Both cut a longer name in its middle,
   * because its end tells it from similar ones.
   */
  lines?: 1 | 2;
}

export { ServiceNumber };

/** A service as text in the language of the screens, with the id that scripts and mass orders use: "#34 Page Likes". */
export function numbered({ id, ...names }: NamedService): string {
  return `#${id} ${localName(names)}`;
}

/** The same as an element. */
export function ServiceName({ id, lines, ...names }: ServiceNameProps) {
  const name = localName(names);
  if (lines === 1) {
    return (
      <span style={oneLine} title={name}>
        <ServiceNumber id={id} />
        <span> </span>
        <NameOnOneLine name={name} />
      </span>
    );
  }
  if (lines === undefined) return <WholeServiceName id={id} name={name} />;
  return (
    <>
      <ServiceNumber id={id} /> <NameOnTwoLines name={name} />
    </>
  );
}

/** Within a flex container. Plain elements: a table has a thousand of them. */
export function NameOnOneLine({ name }: Pick<NamedService, 'name'>) {
  const [beginning, end] = splitName(name, 24);
  return (
    <>
      {/* Even a hundredth of a pixel less would end the second part in dots. */}
      {beginning && <span style={{ ...cut, flex: '0 1000000 auto', minWidth: '3ch' }}>{beginning}</span>}
      <span style={cut}>{end}</span>
    </>
  );
}

const oneLine: CSSProperties = { display: 'flex', minWidth: 0, maxWidth: '100%', whiteSpace: 'pre' };
// The space between the parts stays.
const cut: CSSProperties = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' };

/** Longer names are cut on phones. */
const TWO_SHORT_LINES = 58;
/** Longer names are cut on all screens. */
const TWO_LONG_LINES = 120;

/** A name that is cut in its middle if it does not fit. The hidden part stays in the text for copying, searching and screen readers. */
function NameOnTwoLines({ name }: Pick<NamedService, 'name'>) {
  if (name.length <= TWO_SHORT_LINES) return name;
  const [beginning, end] = splitName(name, 29);
  const [first = ''] = /^.{0,28}\S(?=\s)|^.{1,29}(?=\P{M})/su.exec(beginning) ?? [];
  const onlyIf = (look: object) => (name.length > TWO_LONG_LINES ? look : { mdDown: look });
  return (
    <Span title={name} position="relative">
      {first}
      <Span css={onlyIf({ position: 'absolute', clipPath: 'inset(50%)', w: '1px', overflow: 'hidden' })}>
        {beginning.slice(first.length)}
      </Span>
      <Span css={onlyIf({ _before: { content: '"… " / ""' } })}>{end}</Span>
    </Span>
  );
}

/**
 * Splits a name before its last words: cutting the first part keeps the end visible. Without spaces it is split between two letters,
 * never before a vowel sign.
 */
export function splitName(name: string, mostInEnd: number): [beginning: string, end: string] {
  const rest = Math.min(mostInEnd, name.length >> 1) - 1;
  const split =
    name.length < 14 ? null : new RegExp(`^(.+?\\s)(\\S.{0,${rest}})$|^(.+?)(\\P{M}.{0,${rest}})$`, 'su').exec(name);
  return [split?.[1] ?? split?.[3] ?? '', split?.[2] ?? split?.[4] ?? name];
}
