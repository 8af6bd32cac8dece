/** Loads the code of a menu together with its places. */
export async function withPlaces<Module>(menu: Promise<Module>): Promise<Module> {
  await (await import('./navigation/places.ts')).loadPlaces();
  return menu;
}
