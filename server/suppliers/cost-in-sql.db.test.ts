import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
