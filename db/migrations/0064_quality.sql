ALTER TABLE "forwards" ADD COLUMN "started_at" timestamp (3) with time zone;
