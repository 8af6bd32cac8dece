CREATE TABLE "key_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_id" bigint NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"trace_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "key_calls_key_idx" ON "key_calls" USING btree ("key_id","id");--> statement-breakpoint
CREATE INDEX "key_calls_at_idx" ON "key_calls" USING btree ("at");