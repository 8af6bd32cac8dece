import { Alert, type AlertRootProps, Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuFlaskConical, LuPhone } from 'react-icons/lu';
import type { MethodsOut } from '#shared/balance.ts';
import { decimalFromNanos, formatDollars, formatTaka } from '#shared/money.ts';
import { hasSteps, isPlaceholderRecipient } from '#shared/payment-methods.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { MethodMark } from '../../components/method-mark.tsx';
import { paymentTexts } from '../../i18n/en/payment.ts';
import { inReadersDigits } from '../../i18n/grouped.ts';
import type { RechargeDraft } from './recharge-draft.ts';

interface PaymentFiguresProps {
  method: MethodsOut['methods'][number];
  draft: RechargeDraft;
}

/** Recipient and amounts of the payment, each with a copy button. */
export function PaymentFigures({ method, draft }: PaymentFiguresProps) {
  const t = useStore(paymentTexts);
  const { amountNanos, totalTaka } = draft;
  const { recipient, ussdCode } = method;
  const isMobile = hasSteps(method.kind);
  return (
    <Box>
      <Flex align="center" gap={{ base: '3', md: '4' }} px={{ base: '4', md: '6' }} py={{ base: '3', md: '5' }}>
        <MethodMark logo={method.logo} size="12" />
        <Box flex="1" minW="0">
          <Heading as="h2" size="lg" lineClamp="2" overflowWrap="anywhere">
            {method.name}
          </Heading>
          <Text color="fg.muted" textStyle="sm">
            {isMobile ? t.sendMoney : t.scanOrCopy}
          </Text>
        </Box>
        <Box textAlign="end" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
          <Text fontSize={{ base: '2xl', md: '3xl' }} fontWeight="semibold" lineHeight="shorter">
            {inReadersDigits(formatDollars(amountNanos))}
          </Text>
          <Text color="fg.muted">{inReadersDigits(formatTaka(totalTaka))}</Text>
        </Box>
      </Flex>
      {isPlaceholderRecipient(recipient) && <SampleNotice borderRadius="0" px={{ base: '4', md: '6' }} py="3" />}
      <Stack as="ul" listStyleType="none" gap="0" borderTopWidth="1px">
        {ussdCode && (
          <CopyRow label={t.ussdCode} value={ussdCode} copied={t.ussdCode}>
            <Button asChild size={{ base: 'md', md: 'sm' }} px="3" variant="outline">
              <a href={telLink(ussdCode)}>
                <LuPhone aria-hidden /> {t.dial}
              </a>
            </Button>
          </CopyRow>
        )}
        <CopyRow
          label={isMobile ? t.recipientNumber : t.recipient}
          value={recipient}
          copied={isMobile ? t.recipientNumberCopied : t.recipientCopied}
        />
        {!isMobile && (
          <CopyRow
            label={t.dollars}
            value={decimalFromNanos(amountNanos)}
            displayed={formatDollars(amountNanos)}
            copied={t.dollarAmount}
          />
        )}
        <CopyRow label={t.taka} value={String(totalTaka)} displayed={formatTaka(totalTaka)} copied={t.takaAmount} />
      </Stack>
    </Box>
  );
}

interface CopyRowProps {
  label: string;
  /** The copied text: plain digits, for pasting on a phone. */
  value: string;
  /** The displayed text, if it differs: in the same digits. */
  displayed?: string;
  /** The label of the copy button. */
  copied: string;
  children?: ReactNode;
}

function CopyRow({ label, value, displayed = value, copied, children }: CopyRowProps) {
  return (
    <Flex
      as="li"
      align="center"
      justify="space-between"
      gap="3"
      px={{ base: '4', md: '6' }}
      py={{ base: '1.5', md: '2.5' }}
      _notFirst={{ borderTopWidth: '1px' }}
    >
      <Box minW="0">
        <Text textStyle="xs" color="fg.muted">
          {label}
        </Text>
        <Text asChild fontSize="lg" fontWeight="semibold" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
          <p translate="no">{displayed}</p>
        </Text>
      </Box>
      <Flex gap="2" flexShrink="0">
        {children}
        <CopyButton
          value={value}
          label={copied}
          withText
          size={{ base: 'md', md: 'sm' }}
          px="3"
          variant="outline"
          minW="24"
        />
      </Flex>
    </Flex>
  );
}

/** Warns that a recipient is a placeholder: the panel can be tried out, but no money must be sent. */
function SampleNotice(props: AlertRootProps) {
  const t = useStore(paymentTexts);
  return (
    <Alert.Root status="warning" {...props}>
      <Alert.Indicator>
        <LuFlaskConical />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{t.sample}</Alert.Title>
        <Alert.Description>{t.sampleText}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

/** Opens the phone's dialler with a USSD code. `#` would start a fragment in a URL, so it is encoded as %23. */
function telLink(ussdCode: string): string {
  return `tel:${ussdCode.replaceAll('#', '%23')}`;
}
