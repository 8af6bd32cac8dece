import { LANGUAGE_COOKIE, type Language, languages } from '#shared/languages.ts';
import { $language, switchTo } from '../i18n/language.ts';
import { session } from './session.ts';
import { deviceStorage, keepCookie } from './storage.ts';
import { directClient } from './trpc.ts';
import { oneOf } from './url-state.ts';

const STORAGE_KEY = 'language';

/**
 * Shows the panel in the language that was chosen, by this account or on this device, else in the browser's; in English where its
 * texts can't be fetched.
 */
export async function startLanguage(): Promise<void> {
  $language.listen((language) => {
    document.documentElement.lang = language;
  });
  const chosen = session.get().user?.language ?? keptLanguage();
  if (chosen) tellServer(chosen);
  await switchTo(chosen ?? languageOfBrowser()).catch(() => undefined);
}

/**
 * Shows the panel in another language from now on, here and wherever else this account signs in.
 * @throws what the server or the browser throws where the language's texts or the account can't be reached
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchTo(language);
  keepOnDevice(language);
  await keepWithAccount(language);
}

/** Follows what the account and other tabs choose. @returns how to stop. */
export function followLanguage(): () => void {
  const followAccount = () => {
    const { user } = session.get();
    const kept = keptLanguage();
    if (user?.language) follow(user.language);
    // What a visitor chose holds for the account that they open or enter, unless it has a choice of its own.
    else if (user?.language === null && kept) void keepWithAccount(kept).catch(() => undefined);
  };
  const followTab = ({ key, newValue }: StorageEvent) => {
    const language = key === STORAGE_KEY && oneOf(newValue ?? '', languages);
    if (language) follow(language);
  };
  followAccount();
  window.addEventListener('storage', followTab);
  const stop = session.subscribe(followAccount);
  return () => {
    window.removeEventListener('storage', followTab);
    stop();
  };
}

function follow(language: Language): void {
  keepOnDevice(language);
  if (language !== $language.get()) void switchTo(language).catch(() => undefined);
}

/** The account is known to have it at once, so that no older answer of the server takes it away again. */
async function keepWithAccount(language: Language): Promise<void> {
  const { user } = session.get();
  if (!user) return;
  session.setUser({ ...user, language });
  await directClient.auth.setLanguage.mutate({ language });
}

function keepOnDevice(language: Language): void {
  deviceStorage.keep(STORAGE_KEY, language);
  tellServer(language);
}

/** The server renders public pages, and has to know in which language before any code of the panel runs. */
function tellServer(language: Language): void {
  keepCookie(LANGUAGE_COOKIE, language);
}

/** The first of the reader's languages that there is, as the server finds it in `Accept-Language`. */
function languageOfBrowser(): Language {
  for (const tag of navigator.languages) {
    const language = oneOf(tag.split('-', 1)[0]?.toLowerCase() ?? '', languages);
    if (language) return language;
  }
  return languages[0];
}

function keptLanguage(): Language | undefined {
  return oneOf(deviceStorage.read(STORAGE_KEY) ?? '', languages);
}
