ALTER TABLE "suppliers" ADD COLUMN "order_place" text;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "unreachable_count" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_place_check" CHECK (char_length("suppliers"."order_place") between 1 and 60) NOT VALID;
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "suppliers" VALIDATE CONSTRAINT "suppliers_place_check";
