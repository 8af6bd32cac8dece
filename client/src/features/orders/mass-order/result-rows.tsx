import { Button, Flex, Heading, Link, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../../components/app-link.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { Row, Rows } from '../../../components/numbered-rows.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { refusalMessage } from '../../../lib/errors.ts';
import { orderPath } from '../../../lib/paths.ts';
import { Problem } from './checked-rows.tsx';
import type { LineResult } from './mass-draft.ts';

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
