import { Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { DuplicateBadge } from './duplicate-badge.tsx';
import LookAlike from './look-alike.tsx';
import type { Recharge } from './recharge.ts';

/** A recharge's transaction ID among its facts, to copy, with a badge if another request has it too, or one that looks like it. */
export function TransactionId({ recharge }: { recharge: Pick<Recharge, 'reference' | 'isDuplicate' | 'lookAlike'> }) {
  const t = useStore(adminRechargeTexts);
  const { reference, isDuplicate } = recharge;
  return (
    <Flex align="center" columnGap="1" wrap="wrap">
      <Span fontFamily="mono">{reference}</Span>
      <CopyButton size="2xs" my="-1" value={reference} label={t.copyReference({ reference })} />
      {isDuplicate && <DuplicateBadge />}
      <LookAlike recharge={recharge} />
    </Flex>
  );
}
