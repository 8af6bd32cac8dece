import { Box, Button, type ButtonProps, Flex, Grid, Heading, Link, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCopy, LuTriangleAlert } from 'react-icons/lu';
import type { RefusableLine } from '#shared/order-lines.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { Rows } from '../../../components/numbered-rows.tsx';
import { numbered, ServiceName, ServiceNumber } from '../../../components/service-name.tsx';
import { linkFitTexts } from '../../../i18n/en/link-fit.ts';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { orderPartsTexts } from '../../../i18n/en/order-parts.ts';
import { Sentence } from '../../../i18n/sentence.tsx';
import { fieldMessage, refusalMessage } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';
import { orderedService } from '../../../lib/ordered-service.ts';
import { orderPath } from '../../../lib/paths.ts';
import { lookOf } from '../../../lib/platforms.ts';
import { misfitWords } from '../link-words.ts';
import type { LineResult } from './mass-draft.ts';
import { type LineOrder, plainLine, quantityOfLine, type TypedLine, type Types } from './parse-lines.ts';
import type { Check } from './use-checked-lines.ts';

/** The service, link, quantity and charge of each line, or its problem, by its number in the box. */
export function CheckedRows({ lines, ...line }: Omit<CheckedLineProps, 'line'> & { lines: readonly TypedLine[] }) {
  const t = useStore(massOrderTexts);
  return (
    <Stack gap="0">
      <Heads />
      <Rows label={t.lines} rows={lines}>
        {(typed) => <CheckedLine line={typed} {...line} />}
      </Rows>
    </Stack>
  );
}

interface CheckedLineProps {
  line: TypedLine;
  types: Types;
  check: Check | null;
  /** Missing while the lines can't be changed. */
  onChoose?: (line: TypedLine, order: LineOrder) => void;
  /** Orders a line although its link does not fit. */
  onConfirm?: (line: TypedLine) => void;
}

function CheckedLine({ line, types, check, onChoose, onConfirm }: CheckedLineProps) {
  const t = useStore(massOrderTexts);
  const fitTexts = useStore(linkFitTexts);
  const { order, choices = [] } = line;
  const checked = order ? check?.answerFor(line) : undefined;
  const refusal = checked && 'domainCode' in checked ? checked : undefined;
  const accepted = checked && 'chargeNanos' in checked ? checked : undefined;
  const problem = refusal ? refusalWords(refusal, order) : line.problem && fieldMessage(line.problem);
  return (
    <Line
      line={{ ...line, order: order && { ...order, quantity: quantityOfLine(order, types) } }}
      service={checked}
      note={
        <Stack gap="1.5">
          {problem && <Problem words={problem} />}
          {order && line.reordered && (
            <Text color="fg.muted" overflowWrap="anywhere">
              {t.readAs({ reading: readingWords(order) })}
            </Text>
          )}
          {accepted?.duplicateOf !== undefined && (
            <SameLink>{t.duplicateOf({ number: check?.numberOf(accepted.duplicateOf) ?? '' })}</SameLink>
          )}
          {accepted?.runningOrder !== undefined && (
            <SameLink>
              <Sentence words={t.running} parts={{ order: <OrderLink id={accepted.runningOrder} /> }} />
            </SameLink>
          )}
          {onChoose && choices.length > 0 && (
            <Flex gap="2" wrap="wrap">
              {choices.map((choice) => (
                <NoteButton key={plainLine(choice)} onClick={() => onChoose(line, choice)}>
                  {readingWords(choice, check?.nameOf(choice.serviceId))}
                </NoteButton>
              ))}
            </Flex>
          )}
          {onConfirm && refusal?.domainCode === 'link_does_not_fit' && (
            <NoteButton onClick={() => onConfirm(line)}>{fitTexts.orderAnyway}</NoteButton>
          )}
        </Stack>
      }
      end={accepted ? <MoneyText nanos={accepted.chargeNanos} fontWeight="semibold" /> : problem ? '–' : '…'}
    />
  );
}

function refusalWords({ details, serviceName, ...refusal }: RefusableLine, order: LineOrder | null): string {
  if (!details || !order || serviceName === undefined) return refusalMessage(refusal);
  return misfitWords(details, orderedService({ ...refusal, serviceId: order.serviceId, serviceName }));
}

/** "service 34, https://fb.com/page, 1,000". */
function readingWords({ serviceId, link, quantity, comments }: LineOrder, name?: string): string {
  const service =
    name === undefined
      ? massOrderTexts.get().readService({ id: String(serviceId) })
      : numbered({ id: serviceId, name });
  const count = comments ? orderPartsTexts.get().count({ count: comments.length }) : quantity && formatCount(quantity);
  return [service, link, count].filter(Boolean).join(', ');
}

function NoteButton(button: ButtonProps) {
  return (
    <Button
      variant="outline"
      size="xs"
      alignSelf="start"
      maxW="full"
      h="auto"
      minH="8"
      py="1"
      whiteSpace="normal"
      overflowWrap="anywhere"
      textAlign="start"
      {...button}
    />
  );
}

/** A hint that a link is ordered already. */
function SameLink({ children }: { children: ReactNode }) {
  return (
    <Flex align="center" gap="1.5" color="fg.warning">
      <LuCopy aria-hidden />
      <Text as="span">{children}</Text>
    </Flex>
  );
}

function OrderLink({ id }: { id: number }) {
  const t = useStore(massOrderTexts);
  return (
    <Link asChild textDecoration="underline" textUnderlineOffset="3px" color="inherit">
      <AppLink to={orderPath(id)}>{t.orderNumber({ id: String(id) })}</AppLink>
    </Link>
  );
}

/** The outcome of each line that was sent. */
export function ResultRows({ results, onForget }: { results: readonly LineResult[]; onForget: () => void }) {
  const t = useStore(massOrderTexts);
  const placed = results.filter((result) => result.placed).length;
  const rows = results.map((result, at) => ({ result, line: lineOf(result, at + 1) }));
  return (
    <Stack gap="3">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Heading as="h2" size="md">
          {t.resultsOf({ placed, count: results.length })}
        </Heading>
        <Button variant="ghost" size="sm" onClick={onForget}>
          {t.forgetResults}
        </Button>
      </Flex>
      <Stack gap="0">
        <Heads />
        <Rows label={t.results} rows={rows}>
          {({ line, result: { placed: order, refusal } }) => (
            <Line
              line={line}
              service={order ?? undefined}
              note={order ? <OrderLink id={order.id} /> : refusal && <Problem words={refusalMessage(refusal)} />}
              end={order ? <MoneyText nanos={order.chargeNanos} fontWeight="semibold" /> : '–'}
            />
          )}
        </Rows>
      </Stack>
    </Stack>
  );
}

/** A sent line, with its place in the call as its number. */
function lineOf({ text, order }: LineResult, number: number): DisplayedLine {
  return { number, text, order: order ?? null };
}

/** A phone has service and charge above link and quantity; elsewhere they are columns. */
const columns = {
  templateColumns: {
    base: '1.5rem minmax(0, 1fr) auto',
    md: '2rem minmax(0, 5fr) minmax(0, 4fr) 5rem 6rem',
  },
  columnGap: { base: '2.5', md: '4' },
  px: '3',
} as const;

function Heads() {
  const t = useStore(massOrderTexts);
  return (
    <Grid {...columns} hideBelow="md" pb="1.5" textStyle="xs" color="fg.muted" aria-hidden>
      <Text textAlign="end">#</Text>
      <Text>{t.service}</Text>
      <Text>{t.link}</Text>
      <Text textAlign="end">{t.quantity}</Text>
      <Text textAlign="end">{t.charge}</Text>
    </Grid>
  );
}

interface DisplayedLine extends Pick<TypedLine, 'number' | 'text'> {
  /** Null if the line is malformed; without a quantity while it is unknown. */
  order: { serviceId: number; link: string; quantity?: number | undefined } | null;
}

interface LineProps {
  line: DisplayedLine;
  /** Undefined until it is known. */
  service: Pick<RefusableLine, 'serviceName' | 'serviceNameBn'> | undefined;
  note: ReactNode;
  end: ReactNode;
}

function Line({ line: { number, text, order }, service, note, end }: LineProps) {
  return (
    <Grid
      {...columns}
      templateAreas={{
        base: order
          ? '"number service charge" "number link quantity" ". note note"'
          : '"number service charge" ". note note"',
        md: order
          ? '"number service link quantity charge" ". note note note note"'
          : '"number service service service charge" ". note note note note"',
      }}
      rowGap="0.5"
      py="2"
      minH="12"
      alignContent="center"
      alignItems="baseline"
    >
      <Text gridArea="number" textAlign="end" textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {formatCount(number)}
      </Text>
      {order ? (
        <>
          <Service {...service} id={order.serviceId} />
          <Text asChild gridArea="link" truncate color={{ base: 'fg.muted', md: 'fg' }} textStyle="sm">
            <p translate="no" title={order.link}>
              {order.link}
            </p>
          </Text>
          <Text gridArea="quantity" textAlign="end" textStyle="sm" fontVariantNumeric="tabular-nums">
            {order.quantity === undefined ? '–' : formatCount(order.quantity)}
          </Text>
        </>
      ) : (
        <Text asChild gridArea="service" truncate fontFamily="mono" textStyle="sm">
          <p translate="no" title={text}>
            {text}
          </p>
        </Text>
      )}
      <Box gridArea="charge" textAlign="end" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {end}
      </Box>
      <Box gridArea="note" minW="0" textStyle="sm">
        {note}
      </Box>
    </Grid>
  );
}

function Service({ id, serviceName: name, serviceNameBn }: { id: number } & LineProps['service']) {
  return (
    <Flex gridArea="service" gap="2" align="start" minW="0">
      {name === undefined ? (
        <ServiceNumber id={id} />
      ) : (
        <>
          <Flex h="6" align="center">
            <CategoryIcon category={lookOf({ name, category: 'feature' })} size={18} />
          </Flex>
          {/* The row's cells stand on the name's baseline, not on the icon's. */}
          <Text lineClamp="2" minW="0" alignSelf="baseline" textStyle={{ base: 'md', md: 'sm' }} lineHeight="1.5rem">
            <ServiceName {...orderedService({ serviceId: id, serviceName: name, serviceNameBn })} />
          </Text>
        </>
      )}
    </Flex>
  );
}

/** Why a line is not ordered. */
function Problem({ words }: { words: string }) {
  return (
    <Flex align="start" gap="1.5" color="fg.error">
      <Flex h="5" align="center" flexShrink="0" aria-hidden>
        <LuTriangleAlert />
      </Flex>
      <Text as="span">{words}</Text>
    </Flex>
  );
}
