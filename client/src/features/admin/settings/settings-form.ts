import type { UseFormReturn } from 'react-hook-form';
import type { TypedSettings } from './setting-kinds.ts';

export type SettingsForm = UseFormReturn<TypedSettings, unknown, unknown>;
