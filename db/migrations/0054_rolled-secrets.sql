ALTER TABLE "api_keys" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rolled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "sealed_previous_secret" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "rolled_at" timestamp with time zone;