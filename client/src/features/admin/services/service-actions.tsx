import { Button, type ButtonProps, Flex, IconButton } from '@chakra-ui/react';
import { createContext, use } from 'react';
import { LuArrowDown, LuArrowUp, LuCopy, LuEye, LuEyeOff } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { useIsWide } from '../../../lib/media.ts';
import { copyServicePath } from '../../../lib/paths.ts';
import { MoreMenu, rowMenuLook } from '../more-menu.tsx';
import { type Service, TABLE_FROM_PX } from './service.ts';
import { type Direction, moveButtonId } from './use-arrange.ts';

export interface ServiceHandlers {
  pendingIds: Pick<ReadonlySet<string>, 'has'>;
  update: (service: Service) => void;
  deleteService: (service: Service) => void;
  setHidden: (service: Service, hidden: boolean) => void;
  /** Set if the list is a category in the order that customers see. */
  arrange?: {
    canMove: (service: Service, direction: Direction) => boolean;
    move: (service: Service, direction: Direction) => void;
  };
}

/** The page's handlers for the buttons in its rows. */
export const ServiceHandlersContext = createContext<ServiceHandlers | null>(null);

/** Update, Delete, and a menu; arrows if the list can be reordered. */
export function ServiceActions({ service }: { service: Service }) {
  const handlers = use(ServiceHandlersContext);
  const isWide = useIsWide(TABLE_FROM_PX);
  if (!handlers) return null;
  const layout: ButtonProps = isWide ? { size: '2xs', h: '7', px: '2' } : { size: 'md', flex: '1' };
  // A deleted service can't be restored, only copied.
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
      <MoreMenu
        {...rowMenuLook(!isWide)}
        aria-label={`More for ${service.name}`}
        disabled={isPending}
        entries={[
          service.hidden
            ? { label: 'Show to customers', icon: LuEye, onClick: () => handlers.setHidden(service, false) }
            : { label: 'Hide from customers', icon: LuEyeOff, onClick: () => handlers.setHidden(service, true) },
          { label: 'Copy', icon: LuCopy, to: copyServicePath(service.id) },
        ]}
      />
    </Flex>
  );
}

function MoveButtons({ service, look }: { service: Service; look: ButtonProps }) {
  const arrange = use(ServiceHandlersContext)?.arrange;
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
