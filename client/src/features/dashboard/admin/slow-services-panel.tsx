import { Box, Heading, Link, Skeleton, Table, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../../components/app-link.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes for admins, short and comparable: "45 min", "3.5 h", "4.2 d". */
function duration(minutes: number): string {
  const t = shopTexts.get();
  if (minutes < HOUR) return t.minutes({ number: formatCount(minutes) });
  if (minutes < 2 * DAY) return t.hours({ number: oneDecimal(minutes / HOUR) });
  return t.daysLong({ number: oneDecimal(minutes / DAY) });
}

function oneDecimal(value: number): string {
  return formatCount(Math.round(value * 10) / 10);
}

const REFRESH_MS = 5 * 60_000;

/** Measured and promised delivery times; the services that exceed their promise most come first. */
export function SlowServicesPanel() {
  const t = useStore(shopTexts);
  const { data } = trpc.admin.services.slow.useQuery(undefined, { staleTime: REFRESH_MS, refetchInterval: REFRESH_MS });
  return (
    <Box
      as="section"
      aria-labelledby="delivery"
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '4', md: '6' }}
      minH="64"
    >
      <Heading as="h2" size="lg" id="delivery">
        {t.deliveryTimes}
      </Heading>
      <Text textStyle="sm" color="fg.muted" mb="3">
        {t.deliveryTimesText}
      </Text>
      {data === undefined && <Skeleton h="32" />}
      {data?.length === 0 && <Text color="fg.muted">{t.noDeliveryTimes}</Text>}
      {data !== undefined && data.length > 0 && (
        <Table.ScrollArea tabIndex={0} role="group" aria-labelledby="delivery">
          <Table.Root size="sm" fontVariantNumeric="tabular-nums" aria-labelledby="delivery">
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeader px={{ base: '1', md: '2' }}>{t.service}</Table.ColumnHeader>
                <Figure header>{t.promised}</Figure>
                <Figure header>{t.median}</Figure>
                <Figure header>{t.ninetyPercent}</Figure>
                <Table.ColumnHeader textAlign="end" hideBelow="md">
                  {t.ordersPlaced}
                </Table.ColumnHeader>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {data.map(({ id, name, avgTimeHours, delivery }) => (
                <Table.Row key={id}>
                  <Table.Cell minW="24" maxW="96" px={{ base: '1', md: '2' }} whiteSpace="normal">
                    <Link asChild>
                      <AppLink to={`${paths.manageOrders}?status=all&service=${id}`}>
                        <ServiceName id={id} name={name} />
                      </AppLink>
                    </Link>
                  </Table.Cell>
                  <Figure>{duration(avgTimeHours * 60)}</Figure>
                  <Figure isMain>{duration(delivery.medianMinutes)}</Figure>
                  <Figure>{duration(delivery.p90Minutes)}</Figure>
                  <Table.Cell textAlign="end" hideBelow="md">
                    {formatCount(delivery.deliveries)}
                  </Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </Table.ScrollArea>
      )}
    </Box>
  );
}

/** As narrow as possible, so that a phone has room for three next to the name. */
function Figure({ children, header, isMain }: { children: string; header?: boolean; isMain?: boolean }) {
  const Cell = header ? Table.ColumnHeader : Table.Cell;
  return (
    <Cell textAlign="end" whiteSpace="nowrap" px={{ base: '1', md: '2' }} {...(isMain && { fontWeight: 'semibold' })}>
      {children}
    </Cell>
  );
}
