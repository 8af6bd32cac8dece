import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import { createContext, use } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { useIsWide } from '../../../lib/media.ts';
import { copyServicePath } from '../../../lib/paths.ts';
import type { Service } from './service.ts';
import { TABLE_FROM_PX } from './table-from.ts';

export interface ServiceHandlers {
  pendingIds: ReadonlySet<string>;
  update: (service: Service) => void;
  deleteService: (service: Service) => void;
}

/** What the page does for the buttons in its rows. */
export const ServiceDesk = createContext<ServiceHandlers | null>(null);

export function ServiceActions({ service }: { service: Service }) {
  const handlers = use(ServiceDesk);
  const isWide = useIsWide(TABLE_FROM_PX);
  const layout: ButtonProps = isWide ? { size: 'xs' } : { size: 'md', flex: '1' };
  const copy = (
    <Button {...layout} asChild variant="ghost" aria-label={`Copy ${service.name}`}>
      <AppLink to={copyServicePath(service.id)}>Copy</AppLink>
    </Button>
  );
  // What is deleted can't be brought back, but begun anew.
  if (service.deletedAt) return <Flex justify="end">{copy}</Flex>;
  return (
    <Flex gap={isWide ? '1.5' : '3'} justify="end">
      <Button
        {...layout}
        variant="outline"
        aria-label={`Update ${service.name}`}
        onClick={() => handlers?.update(service)}
      >
        Update
      </Button>
      {copy}
      <Button
        {...layout}
        variant="ghost"
        colorPalette="red"
        aria-label={`Delete ${service.name}`}
        loading={handlers?.pendingIds.has(String(service.id)) ?? false}
        onClick={() => handlers?.deleteService(service)}
      >
        Delete
      </Button>
    </Flex>
  );
}
