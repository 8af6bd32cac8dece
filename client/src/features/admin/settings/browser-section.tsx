import { Box } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { settingSectionTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { isDecisionWaitOn, setDecisionWait } from '../review-queue/decision-wait.ts';
import { SectionFrame } from './section-frame.tsx';
import { SwitchField } from './switch-field.tsx';

/** The settings of this browser, saved when they are switched. */
export function BrowserSection() {
  const t = useStore(settingsTexts);
  const sections = useStore(settingSectionTexts);
  const [waits, setWaits] = useState(isDecisionWaitOn);
  return (
    <SectionFrame title={sections.browser} text={sections.browserText} narrow>
      <Box px={{ base: '4', md: '6' }} py="4" borderTopWidth="1px">
        <SwitchField
          label={t.decisionWaits}
          hint={t.decisionWaitsText}
          checked={waits}
          onChange={(checked) => {
            setDecisionWait(checked);
            setWaits(checked);
          }}
        />
      </Box>
    </SectionFrame>
  );
}
