ALTER TABLE "services" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "shelf_rank" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "services_shelf_idx" ON "services" USING btree ("category","shelf_rank","counted_orders","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_shelf_rank_check" CHECK ("services"."shelf_rank" >= 0);