import { Box, Switch } from '@chakra-ui/react';
import { useState } from 'react';
import { isDecisionWaitOn, setDecisionWait } from '../review-queue/decision-wait.ts';
import { SectionFrame } from './section-frame.tsx';

/** The settings of this browser, saved when they are switched. */
export function BrowserSection() {
  const [waits, setWaits] = useState(isDecisionWaitOn);
  return (
    <SectionFrame title="This browser" text="Nobody else is affected. Saved at once.">
      <Box px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }}>
        <Switch.Root
          minH="11"
          colorPalette="green"
          checked={waits}
          onCheckedChange={({ checked }) => {
            setDecisionWait(checked);
            setWaits(checked);
          }}
        >
          <Switch.HiddenInput />
          <Switch.Control />
          <Switch.Label fontWeight="normal">
            A decision on an order or recharge waits 8 seconds before it is sent, and can be undone meanwhile
          </Switch.Label>
        </Switch.Root>
      </Box>
    </SectionFrame>
  );
}
