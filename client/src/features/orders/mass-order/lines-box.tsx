import { Box, Field, Textarea, type TextareaProps } from '@chakra-ui/react';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';

const LINE_PX = 24;
const PADDING_PX = 10;
const FEWEST_LINES = 8;
const MOST_LINES = 14;

interface LinesBoxProps extends Omit<TextareaProps, 'value'> {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  hint: string;
  value: string;
  /** The numbers of the lines that can't be ordered. */
  wrong: ReadonlySet<number>;
}

/** A box of lines with their numbers, as in the list of what they cost. A long line scrolls, so that each has one number. */
export function LinesBox({ label, hint, value, wrong, ...textarea }: LinesBoxProps) {
  const [scrollPx, setScrollPx] = useState(0);
  const count = value.split('\n').length;
  const room = Math.min(Math.max(count + 1, FEWEST_LINES), MOST_LINES);
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <Box position="relative" w="full">
        <Textarea
          value={value}
          resize="none"
          wrap="off"
          whiteSpace="pre"
          fontFamily="mono"
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          autoComplete="off"
          display="block"
          ps="14"
          minH={{ xl: '80' }}
          style={{
            height: room * LINE_PX + 2 * PADDING_PX,
            lineHeight: `${LINE_PX}px`,
            paddingBlock: PADDING_PX,
          }}
          onKeyDown={beginNextLine}
          onScroll={({ currentTarget }) => setScrollPx(currentTarget.scrollTop)}
          {...textarea}
        />
        <Numbers {...{ count, room, scrollPx, wrong }} />
      </Box>
      <Field.HelperText>{hint}</Field.HelperText>
    </Field.Root>
  );
}

/** Selects a line in the box, which then has the focus. */
export function selectLine(box: HTMLTextAreaElement, number: number): void {
  const lines = box.value.split('\n');
  const start = lines.slice(0, number - 1).reduce((length, line) => length + line.length + 1, 0);
  box.focus();
  box.setSelectionRange(start, start + (lines[number - 1] ?? '').length);
  box.scrollTop = (number - 2) * LINE_PX;
  box.scrollLeft = 0;
}

/** Only the quantity is after the caret. */
const ONLY_QUANTITY = /^\s*\|[\s\d০-৯,]*(?=\n|$)/;

/** Enter after the link begins the next line, instead of taking the quantity there. */
function beginNextLine({ key, currentTarget: box }: KeyboardEvent<HTMLTextAreaElement>): void {
  const { selectionStart: at, selectionEnd, value } = box;
  if (key !== 'Enter' || at !== selectionEnd) return;
  const [rest = ''] = ONLY_QUANTITY.exec(value.slice(at)) ?? [];
  box.setSelectionRange(at + rest.length, at + rest.length);
}

interface NumbersProps {
  count: number;
  /** How many lines the box has room for. */
  room: number;
  scrollPx: number;
  wrong: ReadonlySet<number>;
}

/** Only the visible numbers: there may be hundreds. */
function Numbers({ count, room, scrollPx, wrong }: NumbersProps) {
  const first = Math.floor(scrollPx / LINE_PX);
  const visible = Math.max(0, Math.min(count - first, room + 1));
  return (
    <Box
      position="absolute"
      inset="2px auto 2px 2px"
      w="11"
      overflow="hidden"
      pointerEvents="none"
      aria-hidden
      bg="bg.subtle"
      borderEndWidth="1px"
      borderStartRadius="calc({radii.l2} - 2px)"
      textAlign="end"
      textStyle="xs"
      fontVariantNumeric="tabular-nums"
    >
      <Box style={{ transform: `translateY(${PADDING_PX - 1 + first * LINE_PX - scrollPx}px)` }}>
        {Array.from({ length: visible }, (_, at) => first + at + 1).map((number) => (
          <Box
            key={number}
            pe="2"
            style={{ height: LINE_PX, lineHeight: `${LINE_PX}px` }}
            {...(wrong.has(number) ? { color: 'fg.error', fontWeight: 'bold' } : { color: 'fg.muted' })}
          >
            {formatCount(number)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
