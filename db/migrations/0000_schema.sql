CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"kind" text NOT NULL,
	"balance_nanos" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accounts_kind_check" CHECK (kind in ('wallet', 'sales', 'recharges', 'grants')),
	CONSTRAINT "accounts_owner_check" CHECK (("accounts"."kind" = 'wallet') = ("accounts"."user_id" is not null)),
	CONSTRAINT "accounts_balance_check" CHECK ("accounts"."balance_nanos" between 0 and 9007199254740991),
	CONSTRAINT "accounts_version_check" CHECK ("accounts"."version" >= 0 and ("accounts"."version" > 0 or "accounts"."balance_nanos" = 0)),
	CONSTRAINT "accounts_shop_check" CHECK ("accounts"."kind" = 'wallet' or ("accounts"."balance_nanos" = 0 and "accounts"."version" = 0)),
	CONSTRAINT "accounts_id_check" CHECK ("accounts"."id" = case "accounts"."kind" when 'sales' then 1 when 'recharges' then 2 when 'grants' then 3 else greatest("accounts"."id", 4) end)
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"admin_id" bigint NOT NULL,
	"amount_nanos" bigint NOT NULL,
	"reason" text,
	"request_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "grants_amount_check" CHECK ("grants"."amount_nanos" <> 0 and abs("grants"."amount_nanos") <= 10000000000000)
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"account_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"contra_id" bigint NOT NULL,
	"amount_nanos" bigint NOT NULL,
	"balance_after_nanos" bigint NOT NULL,
	"kind" text NOT NULL,
	"order_id" bigint,
	"recharge_id" bigint,
	"grant_id" bigint,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_account_id_seq_pk" PRIMARY KEY("account_id","seq"),
	CONSTRAINT "ledger_seq_check" CHECK ("ledger"."seq" > 0),
	CONSTRAINT "ledger_amount_check" CHECK ("ledger"."amount_nanos" <> 0),
	CONSTRAINT "ledger_balance_check" CHECK ("ledger"."balance_after_nanos" between 0 and 9007199254740991),
	CONSTRAINT "ledger_account_check" CHECK ("ledger"."account_id" > 3),
	CONSTRAINT "ledger_contra_check" CHECK ("ledger"."contra_id" = case "ledger"."kind" when 'recharge' then 2 when 'grant' then 3 else 1 end),
	CONSTRAINT "ledger_reference_check" CHECK (case "ledger"."kind"
        when 'recharge' then "ledger"."recharge_id" is not null and num_nonnulls("ledger"."order_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" > 0
        when 'grant' then "ledger"."grant_id" is not null and num_nonnulls("ledger"."order_id", "ledger"."recharge_id") = 0
        when 'order_charge' then "ledger"."order_id" is not null and num_nonnulls("ledger"."recharge_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" < 0
        when 'order_recharge' then "ledger"."order_id" is not null and num_nonnulls("ledger"."recharge_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" < 0
        when 'order_refund' then "ledger"."order_id" is not null and num_nonnulls("ledger"."recharge_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" > 0
        when 'order_partial_refund' then "ledger"."order_id" is not null and num_nonnulls("ledger"."recharge_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" > 0
        else false end)
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"order_id" bigint NOT NULL,
	"seq" smallint NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"actor_id" bigint NOT NULL,
	"reason" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_events_order_id_seq_pk" PRIMARY KEY("order_id","seq"),
	CONSTRAINT "order_events_change_check" CHECK ("order_events"."from_status" <> "order_events"."to_status" and "order_events"."from_status" not in ('completed', 'partial'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"service_name" text NOT NULL,
	"link" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_micros" bigint NOT NULL,
	"charge_nanos" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"remaining" integer,
	"request_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_quantity_check" CHECK ("orders"."quantity" > 0),
	CONSTRAINT "orders_charge_check" CHECK ("orders"."charge_nanos" = "orders"."quantity" * "orders"."price_micros" and "orders"."charge_nanos" <= 9007199254740991),
	CONSTRAINT "orders_status_check" CHECK (status in ('pending', 'processing', 'completed', 'partial', 'rejected')),
	CONSTRAINT "orders_remaining_check" CHECK (("orders"."status" = 'partial') = ("orders"."remaining" is not null) and ("orders"."remaining" is null or ("orders"."remaining" > 0 and "orders"."remaining" < "orders"."quantity")))
);
--> statement-breakpoint
CREATE TABLE "recharges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recharges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"method_id" bigint NOT NULL,
	"method_name" text NOT NULL,
	"amount_nanos" bigint NOT NULL,
	"rate_paisa" integer NOT NULL,
	"paid_taka" bigint NOT NULL,
	"reference" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"decided_by" bigint,
	"decided_at" timestamp (3) with time zone,
	"request_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recharges_amount_check" CHECK ("recharges"."amount_nanos" > 0 and "recharges"."amount_nanos" <= 10000000000000),
	CONSTRAINT "recharges_paid_check" CHECK ("recharges"."paid_taka" >= 0),
	CONSTRAINT "recharges_reference_check" CHECK ("recharges"."reference" ~ '^[A-Za-z0-9_-]{4,64}$'),
	CONSTRAINT "recharges_status_check" CHECK ("recharges"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "recharges_decided_check" CHECK (("recharges"."status" = 'pending') = ("recharges"."decided_at" is null) and ("recharges"."decided_at" is null) = ("recharges"."decided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "services_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"image" text,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"price_micros" bigint NOT NULL,
	"min" integer NOT NULL,
	"max" integer NOT NULL,
	"avg_time_hours" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "services_price_check" CHECK ("services"."price_micros" between 0 and 1000000000000),
	CONSTRAINT "services_min_check" CHECK ("services"."min" >= 10),
	CONSTRAINT "services_max_check" CHECK ("services"."max" > 10 and "services"."max" >= "services"."min"),
	CONSTRAINT "services_time_check" CHECK ("services"."avg_time_hours" >= 1),
	CONSTRAINT "services_category_check" CHECK (category in ('feature', 'facebook', 'instagram', 'youtube', 'tiktok', 'telegram', 'linkedin', 'twitter', 'whatsapp', 'snapchat'))
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_resets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refresh_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" uuid NOT NULL,
	"parent_id" bigint,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_methods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"ussd_code" text,
	"recipient" text NOT NULL,
	"steps_bn" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"steps_en" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"logo" text,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_methods_kind_check" CHECK ("payment_methods"."kind" in ('mobile', 'qr'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"rate_paisa" integer DEFAULT 12600 NOT NULL,
	"fee_basis_points" integer DEFAULT 185 NOT NULL,
	"chat_url" text,
	"video_urls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"services_offset" integer DEFAULT 500 NOT NULL,
	"orders_offset" integer DEFAULT 1383 NOT NULL,
	"users_offset" integer DEFAULT 1200 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_single_check" CHECK ("settings"."id" = 1),
	CONSTRAINT "settings_rate_check" CHECK ("settings"."rate_paisa" > 0),
	CONSTRAINT "settings_fee_check" CHECK ("settings"."fee_basis_points" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_name" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"password_hash" text NOT NULL,
	"blocked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role_check" CHECK ("users"."role" in ('admin', 'user')),
	CONSTRAINT "users_user_name_check" CHECK ("users"."user_name" ~ '^[A-Za-z0-9_.-]{3,32}$')
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_recharge_id_recharges_id_fk" FOREIGN KEY ("recharge_id") REFERENCES "public"."recharges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."refresh_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_user_key" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_kind_key" ON "accounts" USING btree ("kind") WHERE kind <> 'wallet';--> statement-breakpoint
CREATE UNIQUE INDEX "grants_request_key" ON "grants" USING btree ("request_id","admin_id");--> statement-breakpoint
CREATE INDEX "grants_user_idx" ON "grants" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_order_key" ON "ledger" USING btree ("order_id","kind") WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_recharge_key" ON "ledger" USING btree ("recharge_id") WHERE recharge_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_grant_key" ON "ledger" USING btree ("grant_id") WHERE grant_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_request_key" ON "orders" USING btree ("request_id","user_id");--> statement-breakpoint
CREATE INDEX "orders_user_idx" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_service_idx" ON "orders" USING btree ("service_id","id");--> statement-breakpoint
CREATE INDEX "orders_link_idx" ON "orders" USING gin ("link" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_open_idx" ON "orders" USING btree ("id") WHERE status in ('pending', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "recharges_reference_key" ON "recharges" USING btree ("method_id",upper("reference")) WHERE status <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX "recharges_request_key" ON "recharges" USING btree ("request_id","user_id");--> statement-breakpoint
CREATE INDEX "recharges_user_idx" ON "recharges" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "recharges_pending_idx" ON "recharges" USING btree ("id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "recharges_search_idx" ON "recharges" USING gin ("reference" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "services_category_idx" ON "services" USING btree ("category","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_price_idx" ON "services" USING btree ("price_micros","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_time_idx" ON "services" USING btree ("avg_time_hours","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_name_idx" ON "services" USING btree (lower("name"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_search_idx" ON "services" USING gin (("name" || ' ' || "category" || ' ' || "description") gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_hash_key" ON "password_resets" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "password_resets_user_idx" ON "password_resets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "rate_limits_end_idx" ON "rate_limits" USING btree ("window_ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_hash_key" ON "refresh_tokens" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_parent_key" ON "refresh_tokens" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session_idx" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_outbox_due_idx" ON "mail_outbox" USING btree ("next_try_at") WHERE sent_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_name_key" ON "payment_methods" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_user_name_key" ON "users" USING btree (lower("user_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (("user_name" || ' ' || "name" || ' ' || "email" || ' ' || "phone") gin_trgm_ops);