import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, int64 } from './columns.ts';

/** Templates for frequent answers to tickets. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** The same in Bengali, if the shop wrote it. */
    textBn: text('text_bn'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('saved_replies_title_key').on(sql`lower(${t.title})`),
    check('saved_replies_title_check', sql`char_length(${t.title}) between 1 and 80`),
    check('saved_replies_text_check', sql`char_length(${t.text}) between 1 and 4000`),
    check('saved_replies_text_bn_check', sql`char_length(${t.textBn}) between 1 and 4000`),
  ],
);
