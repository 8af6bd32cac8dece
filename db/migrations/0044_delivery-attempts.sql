ALTER TABLE "webhook_deliveries" ADD COLUMN "open_attempts" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_open_attempts_check" CHECK ("webhook_deliveries"."open_attempts" >= 0) NOT VALID;
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "webhook_deliveries" VALIDATE CONSTRAINT "webhook_deliveries_open_attempts_check";
