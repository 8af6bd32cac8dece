CREATE TABLE "order_batches" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"line" smallint NOT NULL,
	CONSTRAINT "order_batches_line_check" CHECK ("order_batches"."line" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_batches" ADD CONSTRAINT "order_batches_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER order_batches_append_only BEFORE UPDATE OR DELETE ON order_batches
  FOR EACH ROW EXECUTE FUNCTION refuse_change('what a call of many orders placed is fixed');
--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "request_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "order_events_request_key" ON "order_events" USING btree ("request_id","actor_id") WHERE request_id is not null;
--> statement-breakpoint
-- What was taken back is summed apart from what was given: all sums are made anew when they are next needed.
UPDATE "money_totals_state" SET "until" = NULL;
