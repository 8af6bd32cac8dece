import { paths } from './paths.ts';

/** The sections of the settings, in their order. */
export const settingsSections = [
  'shop',
  'home',
  'pages',
  'methods',
  'rate',
  'links',
  'figures',
  'requests',
  'evidence',
  'security',
  'api',
  'timeZone',
  'alarms',
  'browser',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The settings with a section open. */
export function settingsPath(section: SettingsSection): string {
  return `${paths.settings}?section=${section}`;
}
