CREATE TABLE "saved_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_replies_title_check" CHECK (char_length("saved_replies"."title") between 1 and 80),
	CONSTRAINT "saved_replies_text_check" CHECK (char_length("saved_replies"."text") between 1 and 4000)
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "answered_by" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_title_key" ON "saved_replies" USING btree (lower("title"));--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_answered_by_idx" ON "tickets" USING btree ("answered_by","last_message_at","id");--> statement-breakpoint
UPDATE tickets SET answered_by = (
  SELECT author_id FROM ticket_messages WHERE ticket_id = tickets.id AND by_admin ORDER BY seq DESC LIMIT 1
);
