CREATE TABLE "undelivered_orders" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"key_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "undelivered_orders" ADD CONSTRAINT "undelivered_orders_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "undelivered_orders_digest_idx" ON "undelivered_orders" USING btree ("key_id","digest");