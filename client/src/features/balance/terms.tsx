import { Button, Collapsible, List } from '@chakra-ui/react';
import { LuChevronDown } from 'react-icons/lu';

const terms = [
  'Deposits are non-refundable and cannot be reversed.',
  'Balance can only be spent on platform services.',
  'Orders are not refunded or cancelled once placed, unless they are non-deliverable.',
  'Orders on private or misplaced accounts get no refund.',
  'There are no guaranteed delivery times.',
  'Rates may change without notice.',
  'Fraud leads to account termination.',
  'A chargeback or dispute leads to account termination.',
];

/** The terms to be accepted, folded away until somebody wants to read them. */
export function Terms() {
  return (
    <Collapsible.Root lazyMount>
      <Collapsible.Trigger asChild>
        <Button variant="plain" size="sm" px="0" color="fg.muted" fontWeight="normal" textDecoration="underline">
          Read the terms
          <Collapsible.Indicator transition="transform 150ms" _open={{ transform: 'rotate(180deg)' }}>
            <LuChevronDown />
          </Collapsible.Indicator>
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <List.Root ps="5" pt="1" pb="2" gap="1" textStyle="sm" color="fg.muted">
          {terms.map((term) => (
            <List.Item key={term}>{term}</List.Item>
          ))}
        </List.Root>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
