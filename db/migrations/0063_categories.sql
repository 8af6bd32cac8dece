CREATE TABLE "categories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"parent" text,
	"name" text NOT NULL,
	"name_bn" text,
	"rank" integer DEFAULT 0 NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"merged_into" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_slug_key" UNIQUE("slug"),
	CONSTRAINT "categories_slug_check" CHECK ("categories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("categories"."slug") <= 60),
	CONSTRAINT "categories_name_check" CHECK (char_length("categories"."name") between 1 and 60 and char_length("categories"."name_bn") between 1 and 60),
	CONSTRAINT "categories_parent_check" CHECK ("categories"."parent" not in ("categories"."slug", 'feature')),
	CONSTRAINT "categories_merged_check" CHECK ("categories"."merged_into" <> "categories"."slug"),
	CONSTRAINT "categories_feature_check" CHECK ("categories"."slug" <> 'feature' or (not "categories"."hidden" and "categories"."parent" is null and "categories"."merged_into" is null))
);
--> statement-breakpoint
INSERT INTO "categories" ("slug", "name", "name_bn", "rank") VALUES
  ('feature', 'Feature', 'ফিচার', 1), ('facebook', 'Facebook', 'ফেসবুক', 2), ('instagram', 'Instagram', 'ইনস্টাগ্রাম', 3),
  ('youtube', 'YouTube', 'ইউটিউব', 4), ('tiktok', 'TikTok', 'টিকটক', 5), ('telegram', 'Telegram', 'টেলিগ্রাম', 6),
  ('linkedin', 'LinkedIn', 'লিংকডইন', 7), ('twitter', 'Twitter', 'টুইটার', 8), ('whatsapp', 'WhatsApp', 'হোয়াটসঅ্যাপ', 9),
  ('snapchat', 'Snapchat', 'স্ন্যাপচ্যাট', 10);
--> statement-breakpoint
ALTER TABLE "services" DROP CONSTRAINT "services_category_check";
--> statement-breakpoint
ALTER TABLE "category_words" DROP CONSTRAINT "category_words_category_check";
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "name_bn" text;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "top" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "category_hidden" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "auto_refill" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "start_minutes" integer;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "speed_per_day" bigint;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "quality" text[];
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "country" text;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "drop" text;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "kind" text;
--> statement-breakpoint
ALTER TABLE "supplier_rules" ADD COLUMN "refill_days" smallint DEFAULT 30 NOT NULL;
--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_categories_slug_fk" FOREIGN KEY ("parent") REFERENCES "public"."categories"("slug") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_merged_into_categories_slug_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."categories"("slug") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "categories_parent_idx" ON "categories" USING btree ("parent");
--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("slug") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "category_words" ADD CONSTRAINT "category_words_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("slug") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_name_bn_check" CHECK (char_length("services"."name_bn") between 1 and 200) NOT VALID;
--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_facts_check" CHECK ("services"."start_minutes" between 0 and 43200 and "services"."speed_per_day" between 1 and 1000000000000
        and "services"."country" ~ '^[A-Z]{2}$' and cardinality("services"."quality") between 1 and 12 and "services"."kind" ~ '^[a-z0-9-]{1,40}$') NOT VALID;
--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_drop_check" CHECK ("services"."drop" in ('none', 'low', 'possible')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "supplier_rules" ADD CONSTRAINT "supplier_rules_refill_check" CHECK ("supplier_rules"."refill_days" between 1 and 3650) NOT VALID;
--> statement-breakpoint
-- A service has the top of its category, is hidden with it, and follows a merged category to where it went. The lock makes a change of the
-- category wait, which then finds the service.
CREATE FUNCTION place_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(c.merged_into, c.slug) INTO NEW.category FROM public.categories c WHERE c.slug = NEW.category;
  SELECT coalesce(c.parent, c.slug), c.hidden OR coalesce(t.hidden, false) INTO NEW.top, NEW.category_hidden
    FROM public.categories c LEFT JOIN public.categories t ON t.slug = c.parent
    WHERE c.slug = NEW.category FOR SHARE OF c;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER services_place BEFORE INSERT ON services FOR EACH ROW EXECUTE FUNCTION place_service();
--> statement-breakpoint
CREATE TRIGGER services_move BEFORE UPDATE OF category ON services
  FOR EACH ROW WHEN (OLD.category IS DISTINCT FROM NEW.category) EXECUTE FUNCTION place_service();
--> statement-breakpoint
CREATE FUNCTION place_services_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.services s SET top = coalesce(c.parent, c.slug), category_hidden = c.hidden OR coalesce(t.hidden, false)
    FROM public.categories c LEFT JOIN public.categories t ON t.slug = c.parent
    WHERE s.category = c.slug AND (c.slug = NEW.slug OR c.parent = NEW.slug)
      AND (s.top, s.category_hidden) IS DISTINCT FROM (coalesce(c.parent, c.slug), c.hidden OR coalesce(t.hidden, false));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_place AFTER UPDATE OF parent, hidden ON categories
  FOR EACH ROW EXECUTE FUNCTION place_services_of();
--> statement-breakpoint
-- accepted: a catalogue has some thousand rows, and an order that is placed meanwhile does not wait for them.
UPDATE "services" SET "top" = "category";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_category_categories_slug_fk";
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "services_top_idx" ON "services" USING btree ("top","id") WHERE deleted_at is null;
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "services_top_shelf_idx" ON "services" USING btree ("top","shelf_rank","counted_orders","id") WHERE deleted_at is null;
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_name_bn_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_facts_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_drop_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "category_words" VALIDATE CONSTRAINT "category_words_category_categories_slug_fk";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "supplier_rules" VALIDATE CONSTRAINT "supplier_rules_refill_check";
