CREATE TABLE "images" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"digest" text NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"uploaded_by" bigint NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_digest_key" UNIQUE("digest"),
	CONSTRAINT "images_digest_check" CHECK ("images"."digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "images_type_check" CHECK ("images"."type" in ('png', 'jpg', 'webp')),
	CONSTRAINT "images_size_check" CHECK (octet_length("images"."bytes") between 1 and 524288)
);
--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "images_uploaded_idx" ON "images" USING btree ("uploaded_at");