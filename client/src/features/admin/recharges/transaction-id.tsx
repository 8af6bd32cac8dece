import { Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { DuplicateBadge } from './duplicate-badge.tsx';
import type { Recharge } from './recharge.ts';

/** A recharge's transaction ID among its facts, to copy, with a badge if another request has it too. */
export function TransactionId({ reference, isDuplicate }: Pick<Recharge, 'reference' | 'isDuplicate'>) {
  const t = useStore(adminRechargeTexts);
  return (
    <Flex align="center" gap="1" wrap="wrap">
      <Span fontFamily="mono">{reference}</Span>
      <CopyButton size="2xs" my="-1" value={reference} label={t.copyReference({ reference })} />
      {isDuplicate && <DuplicateBadge />}
    </Flex>
  );
}
