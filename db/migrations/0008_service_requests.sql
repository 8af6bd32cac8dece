ALTER TABLE "services" ADD COLUMN "created_by" bigint;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "created_from" jsonb;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "services_request_key" ON "services" USING btree ("request_id","created_by");--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_request_check" CHECK (("services"."request_id" is null) = ("services"."created_from" is null) and ("services"."request_id" is null or "services"."created_by" is not null));