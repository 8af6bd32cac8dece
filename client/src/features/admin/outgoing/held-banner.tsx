import { Alert, Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuTriangleAlert } from 'react-icons/lu';
import { outgoingTexts } from '../../../i18n/en/admin/outgoing.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { type Held, ReleaseDialog } from './release-dialog.tsx';

/** What waits, and the button that releases it. */
export default function HeldBanner({ held }: { held: Held }) {
  const t = useStore(outgoingTexts);
  useStore($timeZone);
  const [isOpen, setIsOpen] = useState(false);
  const { since, mails, jobs } = held;
  const waiting = { mails: t.mails({ count: mails }), jobs: t.jobs({ count: jobs }) };
  return (
    <Alert.Root as="aside" aria-label={t.title} status="warning" alignItems="center" flexWrap="wrap" mb="4">
      <Alert.Indicator>
        <LuTriangleAlert />
      </Alert.Indicator>
      <Alert.Content flex="1 1 14rem">
        <Alert.Title>{t.title}</Alert.Title>
        <Alert.Description>{t.text({ at: formatMoment(since), ...waiting })}</Alert.Description>
      </Alert.Content>
      <Button colorPalette="brand" onClick={() => setIsOpen(true)}>
        {t.release}
      </Button>
      {isOpen && <ReleaseDialog held={held} onClose={() => setIsOpen(false)} />}
    </Alert.Root>
  );
}
