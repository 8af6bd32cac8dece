import { Button, type ButtonProps, Flex, IconButton } from '@chakra-ui/react';
import { createContext, use } from 'react';
import { LuArrowDown, LuArrowUp, LuEllipsis } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { DeferredMenu } from '../../../components/deferred-menu.tsx';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { useIsWide } from '../../../lib/media.ts';
import { copyServicePath } from '../../../lib/paths.ts';
import type { Service } from './service.ts';
import { TABLE_FROM_PX } from './table-from.ts';
import { type Direction, moveButtonId } from './use-arrange.ts';

const { Part: ServiceMenu, preload } = lazyWithPreload(() => import('./service-menu.tsx'));

export interface ServiceHandlers {
  pendingIds: ReadonlySet<string>;
  update: (service: Service) => void;
  deleteService: (service: Service) => void;
  setHidden: (service: Service, hidden: boolean) => void;
  /** Where the list is a category in the order that customers see. */
  arrange?: {
    canMove: (service: Service, direction: Direction) => boolean;
    move: (service: Service, direction: Direction) => void;
  };
}

/** What the page does for the buttons in its rows. */
export const ServiceDesk = createContext<ServiceHandlers | null>(null);

/** Update, Delete, and in a menu what is needed less often; arrows where the list can be arranged. */
export function ServiceActions({ service }: { service: Service }) {
  const handlers = use(ServiceDesk);
  const isWide = useIsWide(TABLE_FROM_PX);
  if (!handlers) return null;
  const layout: ButtonProps = isWide ? { size: '2xs', h: '7', px: '2' } : { size: 'md', flex: '1' };
  // What is deleted can't be brought back, but begun anew.
  if (service.deletedAt) {
    return (
      <Flex justify="end">
        <Button {...layout} asChild variant="outline" aria-label={`Copy ${service.name}`}>
          <AppLink to={copyServicePath(service.id)}>Copy</AppLink>
        </Button>
      </Flex>
    );
  }
  const isPending = handlers.pendingIds.has(String(service.id));
  const look = {
    size: isWide ? 'xs' : 'md',
    ...(isWide && { h: '7', minW: '7' }),
    variant: isWide ? 'ghost' : 'outline',
    px: '0',
    'aria-label': `More for ${service.name}`,
    disabled: isPending,
    children: <LuEllipsis />,
  } as const;
  return (
    <Flex gap={isWide ? '1' : '3'} justify="end">
      <MoveButtons service={service} look={isWide ? { size: '2xs', h: '7', minW: '7' } : { size: 'md' }} />
      <Button
        {...layout}
        variant="outline"
        aria-label={`Update ${service.name}`}
        onClick={() => handlers.update(service)}
      >
        Update
      </Button>
      <Button
        {...layout}
        variant="ghost"
        colorPalette="red"
        aria-label={`Delete ${service.name}`}
        disabled={isPending}
        onClick={() => handlers.deleteService(service)}
      >
        Delete
      </Button>
      <DeferredMenu
        {...look}
        preload={preload}
        menu={<ServiceMenu trigger={look} service={service} setHidden={handlers.setHidden} />}
      />
    </Flex>
  );
}

function MoveButtons({ service, look }: { service: Service; look: ButtonProps }) {
  const arrange = use(ServiceDesk)?.arrange;
  if (!arrange) return null;
  return (['up', 'down'] as const).map((direction) => (
    <IconButton
      key={direction}
      id={moveButtonId(service.id, direction)}
      {...look}
      variant="ghost"
      aria-label={`Move ${service.name} ${direction}`}
      title={`Move ${direction}`}
      disabled={!arrange.canMove(service, direction)}
      onClick={() => arrange.move(service, direction)}
    >
      {direction === 'up' ? <LuArrowUp /> : <LuArrowDown />}
    </IconButton>
  ));
}
