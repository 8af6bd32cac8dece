import { type ButtonProps, Menu } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuHouse, LuInfo, LuListChecks } from 'react-icons/lu';
import { useLocation, useNavigate } from 'react-router-dom';
import { OpenedMenu } from '../../components/menu-layer.tsx';
import { menuTexts } from '../../i18n/en/menu.ts';
import { paths } from '../../lib/paths.ts';
import { prefetchPage } from '../../lib/prefetch.ts';

const items = [
  { to: paths.home, label: 'home', icon: LuHouse },
  { to: paths.services, label: 'service', icon: LuListChecks },
  { to: paths.about, label: 'about', icon: LuInfo },
] as const;

/** A visitor's links, on screens whose top bar has no room for them. */
export default function VisitorMenu({ trigger }: { trigger: ButtonProps }) {
  const t = useStore(menuTexts);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <OpenedMenu
      trigger={trigger}
      onHighlightChange={({ highlightedValue }) => highlightedValue && prefetchPage(highlightedValue)}
      onSelect={({ value }) => navigate(value)}
    >
      <Menu.Positioner>
        <Menu.Content minW="48">
          {items.map(({ to, label, icon: Icon }) => (
            <Menu.Item key={to} value={to} aria-current={to === pathname ? 'page' : undefined}>
              <Icon aria-hidden /> {t[label]}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </OpenedMenu>
  );
}
