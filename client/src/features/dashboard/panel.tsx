import { Box, Button, Center, Flex, Grid, Heading, Spinner } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Children, type ReactNode, startTransition, useEffect, useState } from 'react';
import { LuChartLine, LuTable } from 'react-icons/lu';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { ChartPlace } from './chart.tsx';

/** The height of a chart's panel from the start, so that nothing moves when the chart arrives; a phone's screen is no higher. */
const PANEL_HEIGHT = { base: '26rem', md: '600px' };

/** Trend and statistics next to each other if there is room. They render after the rest of the page. */
export function ChartGrid({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => startTransition(() => setIsTime(true)), []);
  return <PanelGrid>{isTime ? children : Children.map(children, () => <LoadingPanel />)}</PanelGrid>;
}

/** A placeholder for two panels. */
export function LoadingPanels() {
  return (
    <PanelGrid>
      <LoadingPanel />
      <LoadingPanel />
    </PanelGrid>
  );
}

function PanelGrid({ children }: { children: ReactNode }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 3fr) minmax(0, 2fr)' }} gap="6">
      {children}
    </Grid>
  );
}

function LoadingPanel() {
  return (
    <Center h={PANEL_HEIGHT} borderWidth="1px" borderRadius="l3">
      <Spinner aria-hidden />
    </Center>
  );
}

interface ChartPanelProps {
  title: string;
  /** One line under the title. */
  text?: ReactNode;
  /** Renders the chart once it is visible. */
  chart: ReactNode;
  /** The same figures as a table, rendered on demand. */
  table: ReactNode;
  /** Lower than the overview's main charts. */
  isLow?: boolean;
  /** Next to the switch between the two. */
  children?: ReactNode;
}

/** A chart with a button that shows its figures as a table. */
export function ChartPanel({ title, text, chart, table, isLow = false, children }: ChartPanelProps) {
  const t = useStore(dashboardTexts);
  const [asTable, setAsTable] = useState(false);
  return (
    <Flex
      as="section"
      aria-label={title}
      direction="column"
      gap="3"
      h={isLow ? '26rem' : PANEL_HEIGHT}
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '4', md: '6' }}
    >
      <Flex gap="3" justify="space-between" align="start" wrap="wrap">
        <Box flex="1 1 9rem" minW="0">
          <Heading as="h2" size="lg">
            {title}
          </Heading>
          {text && (
            <Box textStyle="sm" color="fg.muted">
              {text}
            </Box>
          )}
        </Box>
        <Flex gap="2" wrap="wrap">
          {children}
          <Button
            size="sm"
            variant="outline"
            aria-label={asTable ? t.showAsChart({ title }) : t.showAsTable({ title })}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <LuChartLine aria-hidden /> : <LuTable aria-hidden />}
            {asTable ? t.chart : t.table}
          </Button>
        </Flex>
      </Flex>
      <Box flex="1" minH="0" overflowY={asTable ? 'auto' : 'hidden'} {...(asTable ? { tabIndex: 0 } : {})}>
        {asTable ? table : <ChartPlace>{chart}</ChartPlace>}
      </Box>
    </Flex>
  );
}
