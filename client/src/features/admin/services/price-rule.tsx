import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { TextField } from '../../../components/fields.tsx';
import { proposalTexts, sourceTexts } from '../../../i18n/en/admin/supplier-catalogue.ts';
import { inReadersDigits } from '../../../i18n/grouped.ts';
import { formatPrice } from '../../../lib/money.ts';
import { decimalFromHundredths, parseMargin } from '../../../lib/parse-typed.ts';
import type { Sourcing, useSources } from './use-sources.ts';

interface PriceRuleProps extends Pick<ReturnType<typeof useSources>, 'isPending' | 'followCost' | 'fixPrice'> {
  sourcing: Sourcing;
}

/**
 * Whether the price follows the cost at the first source, the service's own margin, and the change of both. It stands in the service's
 * form, so it has none of its own.
 */
export function PriceRule({ sourcing, isPending, followCost, fixPrice }: PriceRuleProps) {
  const t = useStore(sourceTexts);
  const { marginWrong } = useStore(proposalTexts);
  const { pricedByRule, priceByRuleMicros, appliedMarginPercent, marginPercent } = sourcing;
  /** Null while it is as stored. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (marginPercent === null ? '' : decimalFromHundredths(Math.round(marginPercent * 100)));
  const margin = parseMargin(shown);
  const own = margin.percent ?? null;
  const isAsStored = pricedByRule && own === marginPercent;
  const applied = inReadersDigits(String(appliedMarginPercent));

  const follow = async () => {
    if (!margin.isWrong && !isAsStored && (await followCost(own))) setTyped(null);
  };

  return (
    <Stack gap="2" borderTopWidth="1px" pt="3">
      <Text textStyle="sm">{pricedByRule ? t.followsCost : t.setByHand}</Text>
      {priceByRuleMicros !== null && (
        <Text textStyle="sm" color="fg.muted">
          {t.rulePrice({ price: formatPrice(priceByRuleMicros), margin: applied })}
        </Text>
      )}
      <TextField
        label={t.ownMargin}
        hint={t.ownMarginHint}
        optional
        autoComplete="off"
        inputMode="decimal"
        maxW="14rem"
        maxLength={9}
        value={shown}
        error={margin.isWrong ? { type: 'custom', message: marginWrong } : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter must not save the service; a price is changed by its button.
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
      />
      <Flex gap="2" wrap="wrap">
        <Button
          size="sm"
          variant="outline"
          loading={isPending}
          disabled={margin.isWrong || isAsStored}
          onClick={() => void follow()}
        >
          {pricedByRule ? t.setMargin : t.followCost}
        </Button>
        {pricedByRule && (
          <Button size="sm" variant="outline" disabled={isPending} onClick={() => void fixPrice()}>
            {t.fixPrice}
          </Button>
        )}
      </Flex>
    </Stack>
  );
}
