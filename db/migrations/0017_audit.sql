CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"admin_id" bigint,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" bigint,
	"subject_name" text DEFAULT '' NOT NULL,
	"user_id" bigint,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	CONSTRAINT "audit_entries_action_check" CHECK ("audit_entries"."action" ~ '^[a-zA-Z]{1,30}\.[a-zA-Z]{1,30}$'),
	CONSTRAINT "audit_entries_subject_check" CHECK ("audit_entries"."subject" ~ '^[a-zA-Z]{1,30}$'),
	CONSTRAINT "audit_entries_name_check" CHECK (char_length("audit_entries"."subject_name") <= 200),
	CONSTRAINT "audit_entries_length_check" CHECK (coalesce(octet_length("audit_entries"."before"::text), 0) + coalesce(octet_length("audit_entries"."after"::text), 0) <= 1000000)
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_recent_idx" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_admin_idx" ON "audit_entries" USING btree ("admin_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries" USING btree ("subject","subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_user_idx" ON "audit_entries" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_search_idx" ON "audit_entries" USING gin (("subject_name" || ' ' || coalesce("reason", '')) gin_trgm_ops);--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the audit is append-only');
--> statement-breakpoint
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the audit is append-only');
