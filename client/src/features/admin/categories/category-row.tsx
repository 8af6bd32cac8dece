import { Button, Flex, IconButton, Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowDown, LuArrowRight, LuArrowUp, LuEye, LuEyeOff, LuPlus } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { shopCategoriesTexts } from '../../../i18n/en/admin/shop-categories.ts';
import { $language } from '../../../i18n/language.ts';
import { localName } from '../../../lib/local-name.ts';
import { paths } from '../../../lib/paths.ts';
import type { MenuEntry } from '../more-items.tsx';
import { MoreMenu } from '../more-menu.tsx';
import { moveButtonId } from '../services/use-arrange.ts';
import type { ShopCategory } from '../shop-categories.ts';
import { type Direction, mergeTargets, movedIds } from './tree.ts';

export interface CategoryHandlers {
  pending: Pick<ReadonlySet<string>, 'has'>;
  edit: (category: ShopCategory) => void;
  addKind: (top: ShopCategory) => void;
  merge: (category: ShopCategory) => void;
  move: (category: ShopCategory, direction: Direction) => void;
  setHidden: (category: ShopCategory, hidden: boolean) => void;
}

interface CategoryRowProps {
  category: ShopCategory;
  all: readonly ShopCategory[];
  handlers: CategoryHandlers;
}

/** A category with its figures and buttons; a kind is indented below its top. */
export function CategoryRow({ category, all, handlers }: CategoryRowProps) {
  const t = useStore(shopCategoriesTexts);
  const isBengali = useStore($language) === 'bn';
  const { slug, parentId, name, nameBn, hidden, services } = category;
  const shown = localName(category);
  const otherName = isBengali ? nameBn && name : nameBn;
  const isTopHidden = all.some(({ id, hidden: isHidden }) => id === parentId && isHidden);
  return (
    <Flex
      as="li"
      aria-label={shown}
      align="center"
      columnGap="3"
      rowGap="1"
      wrap={{ base: 'wrap', md: 'nowrap' }}
      ps={parentId === null ? '3' : { base: '6', md: '12' }}
      pe="3"
      py="1.5"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: '0' }}
      bg={parentId === null ? 'bg.subtle' : undefined}
      opacity={handlers.pending.has(String(category.id)) ? 0.6 : 1}
    >
      <CategoryIcon category={slug} size={parentId === null ? 28 : 20} />
      <Stack flex="1 1 9rem" minW="0" gap="0">
        <Flex align="center" columnGap="2" wrap="wrap" minW="0" dir="auto">
          <Span fontWeight={parentId === null ? 'semibold' : 'medium'} overflowWrap="anywhere">
            {shown}
          </Span>
          {otherName && (
            <Span color="fg.muted" textStyle="sm" overflowWrap="anywhere" lang={isBengali ? 'en' : 'bn'}>
              {otherName}
            </Span>
          )}
          {(hidden || isTopHidden) && (
            <StatusBadge tone="gray" icon={<LuEyeOff />} small>
              {hidden ? t.hidden : t.hiddenWithTop}
            </StatusBadge>
          )}
        </Flex>
        <Flex columnGap="3" wrap="wrap" textStyle="xs" color="fg.muted">
          <Span fontFamily="mono" translate="no" overflowWrap="anywhere">
            {slug}
          </Span>
          <AppLink
            to={`${paths.manageServices}?category=${slug}`}
            aria-label={`${t.servicesOf({ name: shown })}: ${t.services({ count: services })}`}
            style={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
          >
            {t.services({ count: services })}
          </AppLink>
        </Flex>
      </Stack>
      <Actions category={category} all={all} handlers={handlers} />
    </Flex>
  );
}

function Actions({ category, all, handlers }: CategoryRowProps) {
  const t = useStore(shopCategoriesTexts);
  const name = localName(category);
  const isFeature = category.slug === 'feature';
  const entries: MenuEntry[] = [
    ...(category.parentId === null
      ? [{ label: t.addKind, icon: LuPlus, onClick: () => handlers.addKind(category) }]
      : []),
    ...(mergeTargets(category, all).length > 0
      ? [{ label: t.merge, icon: LuArrowRight, onClick: () => handlers.merge(category) }]
      : []),
    category.hidden
      ? { label: t.show, icon: LuEye, onClick: () => handlers.setHidden(category, false) }
      : { label: t.hide, icon: LuEyeOff, onClick: () => handlers.setHidden(category, true) },
  ];
  return (
    <Flex gap="1" align="center" justify="end" flexShrink="0" ms="auto">
      {(['up', 'down'] as const).map((direction) => (
        <IconButton
          key={direction}
          id={moveButtonId(category.id, direction)}
          size={{ base: 'sm', md: 'xs' }}
          variant="ghost"
          aria-label={direction === 'up' ? t.moveNameUp({ name }) : t.moveNameDown({ name })}
          title={direction === 'up' ? t.moveUp : t.moveDown}
          disabled={movedIds(category, direction, all) === undefined}
          onClick={() => handlers.move(category, direction)}
        >
          {direction === 'up' ? <LuArrowUp /> : <LuArrowDown />}
        </IconButton>
      ))}
      <Button
        size={{ base: 'sm', md: 'xs' }}
        variant="outline"
        aria-label={t.editOf({ name })}
        onClick={() => handlers.edit(category)}
      >
        {t.edit}
      </Button>
      {isFeature ? (
        // As wide as the menu, so that the buttons stand below each other.
        <Span w={{ base: '9', md: '8' }} />
      ) : (
        <MoreMenu
          size={{ base: 'sm', md: 'xs' }}
          variant="ghost"
          px="0"
          aria-label={t.actions({ name })}
          disabled={handlers.pending.has(String(category.id))}
          entries={entries}
        />
      )}
    </Flex>
  );
}
