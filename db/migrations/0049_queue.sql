CREATE TABLE "background_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "background_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"request" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"answer" jsonb,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "background_calls_kind_check" CHECK ("background_calls"."kind" in ('suppliers.test', 'suppliers.fetch', 'forwards.refresh', 'alarms.test')),
	CONSTRAINT "background_calls_ended_check" CHECK (("background_calls"."ended_at" is null) = ("background_calls"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "background_outages" (
	"server" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_claims" (
	"kind" text NOT NULL,
	"id" bigint NOT NULL,
	"holder" integer,
	"attempts" integer DEFAULT 1 NOT NULL,
	"alone" integer DEFAULT 0 NOT NULL,
	"what" text NOT NULL,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"set_aside_at" timestamp (3) with time zone,
	CONSTRAINT "queue_claims_kind_id_pk" PRIMARY KEY("kind","id"),
	CONSTRAINT "queue_claims_attempts_check" CHECK ("queue_claims"."alone" between 0 and "queue_claims"."attempts"),
	CONSTRAINT "queue_claims_what_check" CHECK (char_length("queue_claims"."what") <= 300),
	CONSTRAINT "queue_claims_set_aside_check" CHECK ("queue_claims"."set_aside_at" is null or "queue_claims"."holder" is null)
);
--> statement-breakpoint
CREATE INDEX "background_calls_key_idx" ON "background_calls" USING btree ("key","id");--> statement-breakpoint
CREATE UNIQUE INDEX "background_calls_open_key" ON "background_calls" USING btree ("key") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "background_calls_created_idx" ON "background_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "queue_claims_set_aside_idx" ON "queue_claims" USING btree ("set_aside_at","kind","id") WHERE set_aside_at is not null;--> statement-breakpoint
ALTER TABLE "queue_claims" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
