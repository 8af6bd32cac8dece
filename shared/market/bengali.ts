export function proposeBengaliName(name: string): string | null {
  return name.includes('Followers') ? name.replace('Followers', 'ফলোয়ার') : null;
}
