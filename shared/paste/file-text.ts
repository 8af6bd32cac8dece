/**
 * Decodes a file by its byte order mark: UTF-16, or else UTF-8.
 * @returns null for a workbook of Excel, which is no text
 */
export function textOfFile(bytes: Uint8Array): string | null {
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0)) return null;
  const encoding = begins(0xff, 0xfe) ? 'utf-16le' : begins(0xfe, 0xff) ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
