import { Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCheck, LuTriangleAlert } from 'react-icons/lu';
import { rechargeDetailsTexts } from '../../../i18n/en/admin/recharge-details.ts';
import { poishaWords } from '../poisha-words.ts';
import type { Recharge } from './recharge.ts';

interface RechargeMatchProps {
  recharge: Pick<Recharge, 'match' | 'paidTaka'>;
  /** What the message says, how far it agrees, or both. */
  part?: 'message' | 'checks';
}

/** The message of a pending recharge, and how far it agrees, each as an icon and words. Renders nothing without one. */
export default function RechargeMatch({ recharge: { match, paidTaka }, part }: RechargeMatchProps) {
  const t = useStore(rechargeDetailsTexts);
  if (!match) return null;
  const { checks, payer } = match;
  const [amount, asked] = [poishaWords(match.amountPoisha), poishaWords(paidTaka * 100)];
  return (
    <Flex columnGap={part ? '2.5' : '3'} wrap={part ? 'nowrap' : 'wrap'} fontVariantNumeric="tabular-nums">
      {part !== 'checks' && (
        <Check isOk>{payer ? t.messageFrom({ amount, payer: endOf(payer) }) : t.message({ amount })}</Check>
      )}
      {part === 'message' && !checks.amount && <Check isOk={false}>{t.notAsked({ asked })}</Check>}
      {part !== 'message' && (
        <>
          <Check isOk={checks.id}>{checks.id ? t.id : t.otherId}</Check>
          <Check isOk={checks.amount}>
            {checks.amount ? t.amount : part ? t.anotherAmount : t.otherAmount({ paid: amount, asked })}
          </Check>
          <Check isOk={checks.payer}>{checks.payer ? t.payer : t.otherPayer}</Check>
          <Check isOk={checks.balance}>{checks.balance ? t.balance : t.noBalance}</Check>
        </>
      )}
    </Flex>
  );
}

function Check({ isOk, children }: { isOk: boolean; children: ReactNode }) {
  const Icon = isOk ? LuCheck : LuTriangleAlert;
  return (
    <Flex as="span" align="center" gap="1" flexShrink={{ md: 0 }} color={isOk ? undefined : 'fg.warning'}>
      <Span color={isOk ? 'fg.success' : undefined} flexShrink="0" aria-hidden>
        <Icon />
      </Span>
      {children}
    </Flex>
  );
}

/** The end of a number, masked or not, by which people compare; a name as it is. */
const endOf = (payer: string) => (/\d$/.test(payer) ? `…${payer.slice(-3)}` : payer);
