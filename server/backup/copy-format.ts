/** Every server writes and reads the texts of COPY alike with these settings. A row that a policy hides is an error. */
export const TEXT_FORMAT = `set local row_security = off; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local timezone = 'UTC'`;

/** A name in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
