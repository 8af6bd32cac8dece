CREATE TABLE "supplier_readings" (
	"supplier_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"balance_micros" numeric(24, 4) NOT NULL,
	"books_micros" numeric(24, 4) NOT NULL,
	"books_version" bigint NOT NULL,
	"account" text NOT NULL,
	CONSTRAINT "supplier_readings_supplier_id_at_pk" PRIMARY KEY("supplier_id","at")
);
--> statement-breakpoint
CREATE TABLE "supplier_refusal_words" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "supplier_refusal_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	"meaning" text NOT NULL,
	"supplier_id" bigint,
	CONSTRAINT "supplier_refusal_words_text_check" CHECK (char_length("supplier_refusal_words"."text") between 4 and 200),
	CONSTRAINT "supplier_refusal_words_meaning_check" CHECK ("supplier_refusal_words"."meaning" in ('order', 'link_in_use', 'service', 'funds', 'account', 'may_be_bought'))
);
--> statement-breakpoint
ALTER TABLE "supplier_readings" ADD CONSTRAINT "supplier_readings_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_refusal_words" ADD CONSTRAINT "supplier_refusal_words_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_refusal_words_key" ON "supplier_refusal_words" USING btree (lower("text"),coalesce("supplier_id", 0));--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "answer_words" text;--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "words_attempt" integer;--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "unknown_words" text;--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "balance_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "balance_proof" text;--> statement-breakpoint
ALTER TABLE "forwards" ADD CONSTRAINT "forwards_proof_check" CHECK ("forwards"."balance_proof" in ('bought', 'not_bought')) NOT VALID;
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "forwards" VALIDATE CONSTRAINT "forwards_proof_check";
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "forwards_words_idx" ON "forwards" USING btree ("supplier_id","id") WHERE state = 'unknown' and answer_words is not null;
