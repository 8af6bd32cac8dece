import { Button, type ButtonProps, Flex, IconButton } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, use } from 'react';
import { LuArrowDown, LuArrowUp, LuCopy, LuEye, LuEyeOff, LuTrash2 } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { adminServicesTexts } from '../../../i18n/en/admin/admin-services.ts';
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

/** Update, and a menu with Delete; arrows if the list can be reordered. */
export function ServiceActions({ service }: { service: Service }) {
  const t = useStore(adminServicesTexts);
  const handlers = use(ServiceHandlersContext);
  const isWide = useIsWide(TABLE_FROM_PX);
  if (!handlers) return null;
  const layout: ButtonProps = isWide ? { size: '2xs', h: '7', px: '2' } : { size: 'md', flex: '1' };
  const { id, name, hidden } = service;
  // A deleted service can't be restored, only copied.
  if (service.deletedAt) {
    return (
      <Flex justify="end">
        <Button {...layout} asChild variant="outline" aria-label={t.copyOf({ name })}>
          <AppLink to={copyServicePath(id)}>{t.copy}</AppLink>
        </Button>
      </Flex>
    );
  }
  const isPending = handlers.pendingIds.has(String(id));
  return (
    <Flex gap={isWide ? '1' : '3'} justify="end">
      <MoveButtons service={service} look={isWide ? { size: '2xs', h: '7', minW: '7' } : { size: 'md' }} />
      <Button {...layout} variant="outline" aria-label={t.updateOf({ name })} onClick={() => handlers.update(service)}>
        {t.update}
      </Button>
      <MoreMenu
        {...rowMenuLook(!isWide)}
        aria-label={t.more({ name })}
        disabled={isPending}
        entries={[
          hidden
            ? { label: t.show, icon: LuEye, onClick: () => handlers.setHidden(service, false) }
            : { label: t.hide, icon: LuEyeOff, onClick: () => handlers.setHidden(service, true) },
          { label: t.copy, icon: LuCopy, to: copyServicePath(id) },
          { label: t.delete, icon: LuTrash2, tone: 'danger', onClick: () => handlers.deleteService(service) },
        ]}
      />
    </Flex>
  );
}

function MoveButtons({ service, look }: { service: Service; look: ButtonProps }) {
  const t = useStore(adminServicesTexts);
  const arrange = use(ServiceHandlersContext)?.arrange;
  if (!arrange) return null;
  const { name } = service;
  return (['up', 'down'] as const).map((direction) => (
    <IconButton
      key={direction}
      id={moveButtonId(service.id, direction)}
      {...look}
      variant="ghost"
      aria-label={direction === 'up' ? t.moveNameUp({ name }) : t.moveNameDown({ name })}
      title={direction === 'up' ? t.moveUp : t.moveDown}
      disabled={!arrange.canMove(service, direction)}
      onClick={() => arrange.move(service, direction)}
    >
      {direction === 'up' ? <LuArrowUp /> : <LuArrowDown />}
    </IconButton>
  ));
}
