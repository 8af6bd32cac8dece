import { Box, Span, Switch } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { settingSectionTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { isDecisionWaitOn, setDecisionWait } from '../review-queue/decision-wait.ts';
import { SectionFrame } from './section-frame.tsx';

/** The settings of this browser, saved when they are switched. */
export function BrowserSection() {
  const t = useStore(settingsTexts);
  const sections = useStore(settingSectionTexts);
  const [waits, setWaits] = useState(isDecisionWaitOn);
  return (
    <SectionFrame title={sections.browser} text={sections.browserText} narrow>
      <Box px={{ base: '4', md: '6' }} py="4" borderTopWidth="1px">
        <Switch.Root
          display="flex"
          justifyContent="space-between"
          gap="6"
          minH="11"
          colorPalette="green"
          checked={waits}
          onCheckedChange={({ checked }) => {
            setDecisionWait(checked);
            setWaits(checked);
          }}
        >
          <Switch.HiddenInput />
          <Switch.Label lineHeight="moderate">
            {t.decisionWaits}
            <Span display="block" textStyle="sm" fontWeight="normal" color="fg.muted">
              {t.decisionWaitsText}
            </Span>
          </Switch.Label>
          <Switch.Control />
        </Switch.Root>
      </Box>
    </SectionFrame>
  );
}
