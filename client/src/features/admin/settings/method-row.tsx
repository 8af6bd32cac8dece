import { Box, Button, Flex, Span, Switch, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuPencil, LuTrash2, LuTriangleAlert } from 'react-icons/lu';
import { hasOnlyPlaceholders, type PaymentMethod } from '#shared/payment-methods.ts';
import { judgeRecipient } from '#shared/recipient.ts';
import { MethodMark } from '../../../components/method-mark.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { useKindNames } from './method-words.ts';
import type { MethodChanges } from './use-method-changes.ts';

interface MethodRowProps {
  method: PaymentMethod;
  changes: MethodChanges;
  onEdit: () => void;
}

/** One way to pay, and whether customers can. */
export function MethodRow({ method, changes, onEdit }: MethodRowProps) {
  const t = useStore(settingsTexts);
  const kindNames = useKindNames();
  const { id, name, kind, recipient, accounts, logo, active } = method;
  const warning = active ? warningOf(method) : undefined;
  const task = changes.pending.get(String(id));
  return (
    <Box as="li" borderTopWidth="1px" px={{ base: '4', md: '6' }} py="3">
      <Flex align="center" gap={{ base: '3', md: '4' }} rowGap="3" wrap="wrap">
        <Box opacity={active ? 1 : 0.5}>
          <MethodMark logo={logo} size="9" />
        </Box>
        <Box flex="1 1 10rem" minW="0">
          <Text fontWeight="semibold" overflowWrap="anywhere">
            {name}{' '}
            <Span fontWeight="normal" textStyle="sm" color="fg.muted">
              {kindNames[kind]}
            </Span>
          </Text>
          <Text overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {accounts.length > 0 ? accounts.map(({ number }) => number).join(', ') : recipient}
          </Text>
          {warning && (
            <Flex gap="2" mt="0.5" color="fg.warning" textStyle="sm">
              <Box pt="1" aria-hidden>
                <LuTriangleAlert />
              </Box>
              {warning}
            </Flex>
          )}
        </Box>
        <Flex align="center" gap="2" w={{ base: 'full', md: 'auto' }}>
          <ActiveSwitch method={method} task={task} onChange={(wanted) => changes.setActive(method, wanted)} />
          <Button
            size={{ base: 'md', md: 'sm' }}
            variant="outline"
            aria-label={t.editName({ name })}
            disabled={task !== undefined}
            onClick={onEdit}
          >
            <LuPencil aria-hidden /> {t.edit}
          </Button>
          <Button
            size={{ base: 'md', md: 'sm' }}
            px="0"
            variant="ghost"
            aria-label={t.deleteName({ name })}
            title={t.deleteName({ name })}
            loading={task === 'delete'}
            disabled={task !== undefined}
            onClick={() => changes.remove(method)}
          >
            <LuTrash2 aria-hidden />
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}

/** A problem with the recipient, if there is one. */
function warningOf(method: PaymentMethod): string | undefined {
  if (hasOnlyPlaceholders(method)) return settingsTexts.get().placeholderNumber;
  if (method.accounts.length > 0) return undefined;
  const { problem } = judgeRecipient(method);
  return problem && settingsTexts.get().warning({ problem: fieldMessage(problem) ?? problem });
}

interface ActiveSwitchProps {
  method: PaymentMethod;
  task: string | undefined;
  onChange: (active: boolean) => void;
}

/** Shows where it was switched to while the server is asked. */
function ActiveSwitch({ method: { name, active }, task, onChange }: ActiveSwitchProps) {
  const t = useStore(settingsTexts);
  const shown = task === 'on' || (active && task !== 'off');
  return (
    <Switch.Root
      checked={shown}
      disabled={task !== undefined}
      onCheckedChange={({ checked }) => onChange(checked)}
      minH={{ base: '11', md: '9' }}
      minW="24"
      me={{ base: 'auto', md: '2' }}
      colorPalette="green"
    >
      <Switch.HiddenInput aria-label={t.methodActive({ name })} />
      <Switch.Control />
      <Switch.Label fontWeight="normal">{shown ? t.methodOn : t.methodOff}</Switch.Label>
    </Switch.Root>
  );
}
