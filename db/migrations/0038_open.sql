CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_address" text,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_name_check" CHECK (char_length("api_keys"."name") between 1 and 60),
	CONSTRAINT "api_keys_scopes_check" CHECK (cardinality("api_keys"."scopes") between 1 and 100),
	CONSTRAINT "api_keys_addresses_check" CHECK (cardinality("api_keys"."addresses") <= 20)
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "key_id" bigint;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "api_v2_get" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "one_open_order_per_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_user_idx" ON "api_keys" USING btree ("user_id","id");