CREATE TABLE "job_rows" (
	"job_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"row_id" bigint NOT NULL,
	"expected_status" text NOT NULL,
	"outcome" text,
	"code" text,
	"at" timestamp (3) with time zone,
	CONSTRAINT "job_rows_job_id_position_pk" PRIMARY KEY("job_id","position"),
	CONSTRAINT "job_rows_outcome_check" CHECK ("job_rows"."outcome" in ('done', 'refused')),
	CONSTRAINT "job_rows_code_check" CHECK (("job_rows"."code" is not null) = ("job_rows"."outcome" is not distinct from 'refused'))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"bulk_id" uuid NOT NULL,
	"started_by" bigint NOT NULL,
	"request_id" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"total" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"refused_count" integer DEFAULT 0 NOT NULL,
	"moved_nanos" numeric(30) DEFAULT '0' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"stopped_for" text,
	"canceled_by" bigint,
	CONSTRAINT "jobs_kind_check" CHECK ("jobs"."kind" in ('orders', 'recharges')),
	CONSTRAINT "jobs_stopped_for_check" CHECK ("jobs"."stopped_for" in ('canceled', 'starter_blocked', 'starter_not_admin')),
	CONSTRAINT "jobs_total_check" CHECK ("jobs"."total" between 1 and 10000),
	CONSTRAINT "jobs_counts_check" CHECK (0 <= "jobs"."refused_count" and "jobs"."refused_count" <= "jobs"."done_count" and "jobs"."done_count" <= "jobs"."total"),
	CONSTRAINT "jobs_stop_check" CHECK ("jobs"."stopped_for" is null or "jobs"."ended_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "login_alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"recipient" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "second_factors_last_step_check" CHECK ("second_factors"."last_step" >= 0)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "reauthenticated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "give_limit_nanos" bigint DEFAULT 100000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "approve_limit_nanos" bigint DEFAULT 1000000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "require_admin_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_login_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "job_rows" ADD CONSTRAINT "job_rows_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_canceled_by_users_id_fk" FOREIGN KEY ("canceled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_alerts" ADD CONSTRAINT "login_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_second_factors_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."second_factors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "job_rows_row_key" ON "job_rows" USING btree ("job_id","row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_request_key" ON "jobs" USING btree ("started_by","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_bulk_key" ON "jobs" USING btree ("bulk_id");--> statement-breakpoint
CREATE INDEX "jobs_open_idx" ON "jobs" USING btree ("starts_at") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "login_alerts_hash_key" ON "login_alerts" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "login_alerts_user_idx" ON "login_alerts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_hash_key" ON "recovery_codes" USING btree ("user_id","hash");--> statement-breakpoint
CREATE INDEX "grants_admin_idx" ON "grants" USING btree ("admin_id","created_at");--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_limits_check" CHECK ("settings"."give_limit_nanos" >= 0 and "settings"."approve_limit_nanos" >= 0);--> statement-breakpoint
-- Earlier users have logged in before.
UPDATE "users" SET "first_login_at" = "created_at";
