ALTER TABLE "services" ADD COLUMN "external_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "services_external_id_key" ON "services" USING btree ("external_id") WHERE external_id is not null;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_external_id_check" CHECK (char_length("services"."external_id") between 1 and 64);