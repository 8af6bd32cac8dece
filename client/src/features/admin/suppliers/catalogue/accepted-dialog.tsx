import { Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { leftOutTexts, proposalTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { InfoDialog } from '../../info-dialog.tsx';
import type { Accepted } from './use-accept.ts';

/** The result of an acceptance, with the lines that were left out and why. Mount it when it opens. */
export default function AcceptedDialog({ accepted, onClose }: { accepted: Accepted; onClose: () => void }) {
  const t = useStore(proposalTexts);
  const reasons = useStore(leftOutTexts);
  const { created, updated, paused, leftOut, leftOutCount } = accepted;
  return (
    <InfoDialog
      title={t.leftOut({ count: leftOutCount })}
      text={t.acceptedAll({ created, updated, paused })}
      closeLabel={t.close}
      onClose={onClose}
    >
      <Stack gap="3">
        {leftOutCount > leftOut.length && <Text>{t.leftOutFirst({ count: leftOut.length })}</Text>}
        <Stack as="ul" listStyleType="none" gap="2">
          {leftOut.map(({ externalId, reason }) => (
            <li key={externalId}>
              <Text fontWeight="semibold" translate="no" overflowWrap="anywhere">
                {externalId}
              </Text>
              <Text textStyle="sm">{reasons[reason]}</Text>
            </li>
          ))}
        </Stack>
      </Stack>
    </InfoDialog>
  );
}
