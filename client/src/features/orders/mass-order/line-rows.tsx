import { Button, Flex, Heading, Link, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCopy, LuTriangleAlert } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { Row, Rows } from '../../../components/numbered-rows.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { refusalMessage } from '../../../lib/errors.ts';
import { orderPath } from '../../../lib/paths.ts';
import type { LineResult } from './mass-draft.ts';
import type { TypedLine } from './parse-lines.ts';
import type { Check } from './use-checked-lines.ts';

/** The charge or the problem of each line, by its number in the box. */
export function CheckedRows({ lines, check }: { lines: readonly TypedLine[]; check: Check | null }) {
  const t = useStore(massOrderTexts);
  return (
    <Rows label={t.lines} rows={lines}>
      {(line) => <CheckedRow line={line} check={check} />}
    </Rows>
  );
}

function CheckedRow({ line: { number, text, order }, check }: { line: TypedLine; check: Check | null }) {
  const t = useStore(massOrderTexts);
  const checked = order ? check?.byNumber.get(number) : undefined;
  const refusal = checked && 'domainCode' in checked ? refusalMessage(checked) : undefined;
  const problem = order ? refusal : t.malformed;
  const accepted = checked && 'chargeNanos' in checked ? checked : undefined;
  return (
    <Row
      start={number}
      text={text}
      note={
        <>
          {order && checked?.serviceName !== undefined && (
            <Text color="fg.muted" lineClamp="1">
              <ServiceName id={order.serviceId} name={checked.serviceName} />
            </Text>
          )}
          {problem && <Problem words={problem} />}
          {accepted?.duplicateOf !== undefined && (
            <Flex align="center" gap="1.5" color="fg.warning">
              <LuCopy aria-hidden />
              <Text as="span">{t.duplicateOf({ number: check?.numberOf(accepted.duplicateOf) ?? '' })}</Text>
            </Flex>
          )}
        </>
      }
      end={accepted ? <MoneyText nanos={accepted.chargeNanos} /> : problem ? '–' : '…'}
    />
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

/** The outcome of each line that was sent. */
export function ResultRows({ results, onForget }: { results: readonly LineResult[]; onForget: () => void }) {
  const t = useStore(massOrderTexts);
  const placed = results.filter((result) => result.placed).length;
  const numbered = results.map((result, at) => ({ ...result, number: at + 1 }));
  return (
    <Stack as="section" gap="3" aria-label={t.results}>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Heading as="h2" size="md">
          {t.resultsOf({ placed, count: results.length })}
        </Heading>
        <Button variant="ghost" size="sm" onClick={onForget}>
          {t.forgetResults}
        </Button>
      </Flex>
      <Rows label={t.results} rows={numbered}>
        {({ number, text, placed: order, refusal }) => (
          <Row
            start={number}
            text={text}
            note={
              order ? (
                <>
                  <Link asChild textDecoration="underline" textUnderlineOffset="3px">
                    <AppLink to={orderPath(order.id)}>{t.orderNumber({ id: String(order.id) })}</AppLink>
                  </Link>{' '}
                  · <ServiceName id={order.serviceId} name={order.serviceName} />
                </>
              ) : (
                refusal && <Problem words={refusalMessage(refusal)} />
              )
            }
            end={order ? <MoneyText nanos={order.chargeNanos} /> : '–'}
          />
        )}
      </Rows>
    </Stack>
  );
}
