import { Alert, Button, Flex, Link, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuTriangleAlert } from 'react-icons/lu';
import type { Nanos } from '#shared/money.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { SendKeys, sendShortcut } from '../../../components/send-keys.tsx';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { readError } from '../../../lib/errors.ts';
import { paths } from '../../../lib/paths.ts';
import { AddBalanceButton, OrderSums, ShortNote } from '../order-sums.tsx';
import { shortOf } from '../use-order.ts';

interface MassFootProps {
  totalNanos: Nanos | undefined;
  balanceNanos: Nanos | undefined;
  /** The number of lines to place, and of the others. */
  count: number;
  left: number;
  /** How many lines are known to be faulty, and the jump to the first of them. */
  faulty: number;
  onMend: () => void;
  /** Why nothing can be placed, in a sentence; null if it can. */
  missing: string | null;
  isPending: boolean;
  isUnanswered: boolean;
}

/** The sum, the balance after it, and the button that places the lines. */
export function MassFoot(props: MassFootProps) {
  const { totalNanos, balanceNanos, count, left, faulty, onMend, missing, isPending, isUnanswered } = props;
  const t = useStore(massOrderTexts);
  const shortNanos = isPending || isUnanswered ? undefined : shortOf(totalNanos, balanceNanos);
  const isShort = shortNanos !== undefined && shortNanos > 0;
  const isHeld = isPending || isUnanswered;
  const note = isHeld ? null : (missing ?? (left > 0 && t.leftInBox({ count: left })));
  return (
    <>
      {isShort && <ShortNote shortNanos={shortNanos} />}
      <Flex align="center" justify="space-between" columnGap="3" order={{ xl: '1' }} display={note ? 'flex' : 'none'}>
        <Text id="mass-order-missing-step" textStyle="sm" color="fg.muted" aria-live="polite">
          {note}
        </Text>
        {faulty > 0 && (
          <Button variant="outline" size="sm" flexShrink="0" onClick={onMend}>
            <LuTriangleAlert aria-hidden /> {t.toMend({ count: faulty })}
          </Button>
        )}
      </Flex>
      <Flex
        direction={{ base: 'row', xl: 'column' }}
        align={{ base: 'center', xl: 'stretch' }}
        justify="space-between"
        gap={{ base: '3', xl: '4' }}
        wrap="wrap"
      >
        <OrderSums chargeLabel={t.total} chargeNanos={totalNanos} balanceNanos={balanceNanos} isBrief />
        <Flex gap="2" direction={{ xl: 'column' }} wrap="wrap" ms="auto" w={{ xl: 'full' }}>
          {isShort && <AddBalanceButton shortNanos={shortNanos} size={{ base: 'md', xl: 'lg' }} />}
          <Button
            type="submit"
            size={{ base: 'md', xl: 'lg' }}
            {...(isShort ? { variant: 'outline' } : { colorPalette: 'brand' })}
            disabled={!isUnanswered && missing !== null}
            loading={isPending}
            loadingText={t.processing}
            aria-describedby="mass-order-missing-step"
            aria-keyshortcuts={sendShortcut}
          >
            {isUnanswered ? t.sendAgain : count > 0 ? t.place({ count }) : t.submit} <SendKeys />
          </Button>
        </Flex>
      </Flex>
    </>
  );
}

/** Says that the charges are missing, and why. */
export function CheckFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useStore(massOrderTexts);
  return (
    <Alert.Root status="warning" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t.notChecked}</Alert.Title>
        <Alert.Description>{readError(error).message}</Alert.Description>
      </Alert.Content>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t.checkAgain}
      </Button>
    </Alert.Root>
  );
}

/** Warns that a closed tab may have ordered the lines already. */
export function SentElsewhereNote() {
  const t = useStore(massOrderTexts);
  return (
    <Alert.Root status="warning" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t.sentBefore}</Alert.Title>
        <Alert.Description>
          {t.sentBeforeText}{' '}
          <Link asChild textDecoration="underline">
            <AppLink to={paths.orderHistory}>{t.toHistory}</AppLink>
          </Link>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
