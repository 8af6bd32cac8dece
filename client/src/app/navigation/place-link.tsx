import { Button, type ButtonProps, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { sidebarTexts } from '../../i18n/en/sidebar.ts';
import { $language } from '../../i18n/language.ts';
import { formatCount } from '../../lib/format.ts';
import { isAt, type Place } from './places.ts';

interface PlaceLinkProps extends ButtonProps {
  place: Place;
  /** How many items wait there. */
  waiting?: number | undefined;
}

/** A link to a place, marked when it is the current one. */
export function PlaceLink({ place, waiting = 0, ...look }: PlaceLinkProps) {
  const language = useStore($language);
  const sidebar = useStore(sidebarTexts);
  const { pathname } = useLocation();
  const isCurrent = isAt(place, pathname);
  return (
    <Button
      asChild
      variant="ghost"
      justifyContent="start"
      px="3"
      gap="3"
      fontWeight={isCurrent ? 'semibold' : 'normal'}
      bg={isCurrent ? 'bg.subtle' : undefined}
      boxShadow={isCurrent ? 'inset 3px 0 0 0 var(--c-colors-brand-edge)' : undefined}
      {...look}
    >
      <AppLink
        to={place.to}
        aria-current={isCurrent ? 'page' : undefined}
        aria-description={waiting > 0 ? sidebar.waiting({ count: waiting }) : undefined}
      >
        <place.icon aria-hidden /> {place.name[language]}
        {waiting > 0 && (
          <Span
            ms="auto"
            fontWeight="normal"
            color="fg.muted"
            fontVariantNumeric="tabular-nums"
            title={sidebar.waiting({ count: waiting })}
            aria-hidden
          >
            {formatCount(waiting)}
          </Span>
        )}
      </AppLink>
    </Button>
  );
}
