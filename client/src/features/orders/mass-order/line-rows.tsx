import { Box, Button, Flex, Grid, Heading, Link, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCopy, LuTriangleAlert } from 'react-icons/lu';
import { ruleOf, type ServiceType } from '#shared/service-types.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { Rows } from '../../../components/numbered-rows.tsx';
import { ServiceName, ServiceNumber } from '../../../components/service-name.tsx';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { refusalMessage } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';
import { orderPath } from '../../../lib/paths.ts';
import { lookOf } from '../../../lib/platforms.ts';
import type { LineResult } from './mass-draft.ts';
import { parseLines, quantityOfLine, type TypedLine, type Types } from './parse-lines.ts';
import type { Check } from './use-checked-lines.ts';

/** The service, link, quantity and charge of each line, or its problem, by its number in the box. */
export function CheckedRows({ lines, types, check }: Omit<CheckedLineProps, 'line'> & { lines: readonly TypedLine[] }) {
  const t = useStore(massOrderTexts);
  return (
    <Stack gap="0">
      <Heads />
      <Rows label={t.lines} rows={lines}>
        {(line) => <CheckedLine line={line} types={types} check={check} />}
      </Rows>
    </Stack>
  );
}

interface CheckedLineProps {
  line: TypedLine;
  types: Types;
  check: Check | null;
}

function CheckedLine({ line, types, check }: CheckedLineProps) {
  const t = useStore(massOrderTexts);
  const { serviceId, order } = line;
  const checked = order ? check?.answerFor(line) : undefined;
  const refusal = checked && 'domainCode' in checked ? refusalMessage(checked) : undefined;
  const problem = order ? refusal : malformedWords(t, serviceId === null ? undefined : types.get(serviceId));
  const accepted = checked && 'chargeNanos' in checked ? checked : undefined;
  return (
    <Line
      line={{ ...line, order: order && { ...order, quantity: quantityOfLine(order, types) } }}
      serviceName={checked?.serviceName}
      note={
        <>
          {problem && <Problem words={problem} />}
          {accepted?.duplicateOf !== undefined && (
            <Flex align="center" gap="1.5" color="fg.warning">
              <LuCopy aria-hidden />
              <Text as="span">{t.duplicateOf({ number: check?.numberOf(accepted.duplicateOf) ?? '' })}</Text>
            </Flex>
          )}
        </>
      }
      end={accepted ? <MoneyText nanos={accepted.chargeNanos} fontWeight="semibold" /> : problem ? '–' : '…'}
    />
  );
}

/** How a line of a service's type is written. */
function malformedWords(t: ReturnType<typeof massOrderTexts.get>, type: ServiceType | undefined): string {
  const { quantity, takesComments } = ruleOf(type ?? 'default');
  if (takesComments) return t.malformedComments;
  return quantity === 'one' ? t.malformedPackage : t.malformed;
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
              serviceName={order?.serviceName}
              note={
                order ? (
                  <Link asChild textDecoration="underline" textUnderlineOffset="3px">
                    <AppLink to={orderPath(order.id)}>{t.orderNumber({ id: String(order.id) })}</AppLink>
                  </Link>
                ) : (
                  refusal && <Problem words={refusalMessage(refusal)} />
                )
              }
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
  return { number, text, order: order ?? parseLines(text, new Map())[0]?.order ?? null };
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
  serviceName: string | undefined;
  note: ReactNode;
  end: ReactNode;
}

function Line({ line: { number, text, order }, serviceName, note, end }: LineProps) {
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
          <Service id={order.serviceId} name={serviceName} />
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
      <Box gridArea="note" textStyle="sm">
        {note}
      </Box>
    </Grid>
  );
}

function Service({ id, name }: { id: number; name: string | undefined }) {
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
            <ServiceName id={id} name={name} />
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
