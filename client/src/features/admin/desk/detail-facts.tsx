import { DataList, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface DetailFact {
  label: string;
  value: ReactNode;
}

/** What is known, a line each. */
export function DetailFacts({ facts }: { facts: readonly DetailFact[] }) {
  return (
    <DataList.Root orientation="horizontal" gap="2.5">
      {facts.map(({ label, value }) => (
        <DataList.Item key={label} alignItems="start">
          <DataList.ItemLabel minW="28">{label}</DataList.ItemLabel>
          <DataList.ItemValue fontVariantNumeric="tabular-nums" minW="0">
            <Span overflowWrap="anywhere" minW="0">
              {value}
            </Span>
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList.Root>
  );
}
