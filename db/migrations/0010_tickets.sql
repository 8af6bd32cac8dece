CREATE TABLE "favourites" (
	"user_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favourites_user_id_service_id_pk" PRIMARY KEY("user_id","service_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"body" text NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"dismissible" boolean NOT NULL,
	"starts_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('banner', 'page')),
	CONSTRAINT "notices_level_check" CHECK ("notices"."level" in ('info', 'warning')),
	CONSTRAINT "notices_period_check" CHECK ("notices"."ends_at" > "notices"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"ticket_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"author_id" bigint NOT NULL,
	"by_admin" boolean NOT NULL,
	"message" text NOT NULL,
	"request_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_messages_ticket_id_seq_pk" PRIMARY KEY("ticket_id","seq"),
	CONSTRAINT "ticket_messages_seq_check" CHECK ("ticket_messages"."seq" > 0),
	CONSTRAINT "ticket_messages_length_check" CHECK (char_length("ticket_messages"."message") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"order_id" bigint,
	"recharge_id" bigint,
	"status" text DEFAULT 'open' NOT NULL,
	"message_count" integer NOT NULL,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"request_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tickets_subject_check" CHECK (char_length("tickets"."subject") between 1 and 120),
	CONSTRAINT "tickets_status_check" CHECK (status in ('open', 'answered', 'closed')),
	CONSTRAINT "tickets_messages_check" CHECK ("tickets"."message_count" > 0)
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_recharge_id_recharges_id_fk" FOREIGN KEY ("recharge_id") REFERENCES "public"."recharges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_messages_request_key" ON "ticket_messages" USING btree ("request_id","author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_request_key" ON "tickets" USING btree ("request_id","user_id");--> statement-breakpoint
CREATE INDEX "tickets_user_idx" ON "tickets" USING btree ("user_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "tickets_recent_idx" ON "tickets" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "tickets_status_idx" ON "tickets" USING btree ("status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "tickets_search_idx" ON "tickets" USING gin ("subject" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "mail_outbox_about_key" ON "mail_outbox" USING btree ("about","recipient") WHERE sent_at is null and next_try_at < 'infinity';--> statement-breakpoint
CREATE INDEX "mail_outbox_about_idx" ON "mail_outbox" USING btree ("about","recipient","sent_at") WHERE about is not null;--> statement-breakpoint
CREATE INDEX "users_admins_idx" ON "users" USING btree ("id") WHERE role = 'admin';
--> statement-breakpoint
CREATE TRIGGER ticket_messages_append_only BEFORE UPDATE OR DELETE ON ticket_messages
  FOR EACH ROW EXECUTE FUNCTION refuse_change('what was said in a ticket stays');
--> statement-breakpoint
CREATE TRIGGER ticket_messages_no_truncate BEFORE TRUNCATE ON ticket_messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('what was said in a ticket stays');
--> statement-breakpoint
CREATE TRIGGER tickets_kept BEFORE DELETE ON tickets
  FOR EACH ROW EXECUTE FUNCTION refuse_change('tickets are kept');
--> statement-breakpoint
CREATE TRIGGER tickets_terms BEFORE UPDATE ON tickets
  FOR EACH ROW WHEN (
    (OLD.id, OLD.user_id, OLD.subject, OLD.order_id, OLD.recharge_id, OLD.request_id, OLD.created_at)
    IS DISTINCT FROM
    (NEW.id, NEW.user_id, NEW.subject, NEW.order_id, NEW.recharge_id, NEW.request_id, NEW.created_at)
    OR NEW.message_count < OLD.message_count
  ) EXECUTE FUNCTION refuse_change('whose a ticket is and what it is about is fixed');
--> statement-breakpoint
INSERT INTO changes (topic) VALUES ('notices');
--> statement-breakpoint
CREATE TRIGGER notices_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON notices
  FOR EACH STATEMENT EXECUTE FUNCTION count_change('notices');
--> statement-breakpoint
-- An admin's address was typed by that admin, or confirmed by a mailed link; who has registered with which is not known.
UPDATE users SET email_confirmed_at = now() WHERE role = 'admin' AND lower(email) NOT LIKE '%.invalid';
