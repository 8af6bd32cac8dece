import { Span } from '@chakra-ui/react';
import type { CSSProperties } from 'react';
import { beginningOf, splitName } from '../lib/telling-end.ts';

interface NamedService {
  id: number;
  name: string;
}

interface ServiceNameProps extends NamedService {
  /**
   * How much room there is; the whole name by default. `1` keeps one line, and `2` about two. Both cut a longer name in its middle,
   * because its end tells it from similar ones.
   */
  lines?: 1 | 2;
}

/** A service as text, with the id that scripts and mass orders use: "#34 Page Likes". */
export function numbered({ id, name }: NamedService): string {
  return `#${id} ${name}`;
}

/** The same as an element. */
export function ServiceName({ id, name, lines }: ServiceNameProps) {
  if (lines === 1) {
    return (
      <span style={oneLine} title={name}>
        <ServiceNumber id={id} />
        <span style={space}> </span>
        <NameOnOneLine name={name} />
      </span>
    );
  }
  return (
    <>
      <ServiceNumber id={id} /> {lines === 2 ? <NameOnTwoLines name={name} /> : name}
    </>
  );
}

/** The id alone, in a quieter colour than the name. */
export function ServiceNumber({ id }: Pick<NamedService, 'id'>) {
  return (
    <Span color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums" whiteSpace="nowrap" flexShrink="0">
      #{id}
    </Span>
  );
}

/** The end of a name on one line. */
const END_CHARACTERS = 24;

/** Within a flex container. Plain elements: a table has a thousand of them. */
export function NameOnOneLine({ name }: Pick<NamedService, 'name'>) {
  const { beginning, end } = splitName(name, END_CHARACTERS);
  return (
    <>
      {beginning && <span style={cutFirst}>{beginning}</span>}
      <span style={cutLast}>{end}</span>
    </>
  );
}

const oneLine: CSSProperties = { display: 'flex', minWidth: 0, maxWidth: '100%' };
const space: CSSProperties = { whiteSpace: 'pre', flexShrink: 0 };
const cut: CSSProperties = { whiteSpace: 'pre', overflow: 'hidden', textOverflow: 'ellipsis' };
const cutFirst: CSSProperties = { ...cut, flex: '0 1000 auto', minWidth: '3ch' };
const cutLast: CSSProperties = { ...cut, flex: '0 1 auto', minWidth: 0 };

/** Longer names are cut on phones. */
const TWO_SHORT_LINES = 58;
/** Longer names are cut on all screens. */
const TWO_LONG_LINES = 120;

/** A name that is cut in its middle if it does not fit. The hidden part stays in the text for copying, searching and screen readers. */
export function NameOnTwoLines({ name }: Pick<NamedService, 'name'>) {
  if (name.length <= TWO_SHORT_LINES) return name;
  const { beginning, end } = splitName(name, TWO_SHORT_LINES / 2);
  const first = beginningOf(beginning, TWO_SHORT_LINES / 2);
  const middle = beginning.slice(first.length);
  const isCutEverywhere = name.length > TWO_LONG_LINES;
  return (
    <Span title={name} position="relative">
      {first}
      <Span css={onlyIf(isCutEverywhere, outOfSight)}>{middle}</Span>
      <Span css={onlyIf(isCutEverywhere, dotsBefore)}>{end}</Span>
    </Span>
  );
}

const outOfSight = {
  position: 'absolute',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  w: '1px',
  overflow: 'hidden',
} as const;

/** Without a text for screen readers, which read the hidden part. */
const dotsBefore = { _before: { content: '"… " / ""' } };

/** A look on all screens or only on phones. */
function onlyIf(isEverywhere: boolean, look: object): object {
  return isEverywhere ? look : { mdDown: look };
}
