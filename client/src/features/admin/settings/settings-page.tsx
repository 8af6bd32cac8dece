import { Box, Flex, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { settingSectionTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { type SettingsSection, settingsSections } from '../../../lib/settings-sections.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { isDecisionWaitOn, setDecisionWait } from '../review-queue/decision-wait.ts';
import { useAskBeforeLeaving } from '../use-ask-before-leaving.ts';
import { AlarmsSection } from './alarms-section.tsx';
import { MethodsSection } from './methods-section.tsx';
import { SectionFrame } from './section-frame.tsx';
import { SectionNav } from './section-nav.tsx';
import { ShopSections } from './shop-sections.tsx';
import { SwitchField } from './switch-field.tsx';

/** The settings, one section at a time. Sections that were opened stay, so that nothing typed is lost. */
export default function SettingsPage() {
  useAskBeforeLeaving();
  const t = useStore(settingsTexts);
  const section = useSection();
  const [opened, setOpened] = useState<readonly SettingsSection[]>([section]);
  if (!opened.includes(section)) setOpened([...opened, section]);
  const [unsaved, setUnsaved] = useState<readonly SettingsSection[]>([]);
  const noteUnsaved = (of: SettingsSection, isUnsaved: boolean) =>
    setUnsaved((before) => [...before.filter((each) => each !== of), ...(isUnsaved ? [of] : [])]);
  return (
    <>
      <PageHeading title={t.heading} text={t.headingText} />
      <Flex
        direction={{ base: 'column', md: 'row' }}
        gap={{ base: '4', md: '6', xl: '8' }}
        align={{ base: 'stretch', md: 'start' }}
      >
        <SectionNav current={section} unsaved={unsaved} />
        <Stack flex="1" minW="0" gap="6">
          {opened.map((each) => (
            <Box key={each} hidden={each !== section}>
              <Section section={each} noteUnsaved={noteUnsaved} />
            </Box>
          ))}
        </Stack>
      </Flex>
    </>
  );
}

function useSection(): SettingsSection {
  const [asked] = useUrlParam('section');
  return oneOf(asked, settingsSections) ?? settingsSections[0];
}

interface SectionProps {
  section: SettingsSection;
  noteUnsaved: (section: SettingsSection, isUnsaved: boolean) => void;
}

function Section({ section, noteUnsaved }: SectionProps): ReactNode {
  const { data, error, isPending, refetch } = trpc.admin.settings.get.useQuery();
  if (section === 'browser') return <BrowserSection />;
  if (section === 'methods') return <MethodsSection />;
  if (section === 'alarms') return <AlarmsSection noteUnsaved={noteUnsaved} />;
  if (isPending) return <LoadingStack gap="6" heights={['96']} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <ShopSections section={section} settings={data} noteUnsaved={noteUnsaved} />;
}

/** The settings of this browser, saved when they are switched. */
function BrowserSection() {
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
