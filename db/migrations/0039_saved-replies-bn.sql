ALTER TABLE "saved_replies" ADD COLUMN "text_bn" text;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_text_bn_check" CHECK (char_length("saved_replies"."text_bn") between 1 and 4000) NOT VALID;
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "saved_replies" VALIDATE CONSTRAINT "saved_replies_text_bn_check";
