CREATE TABLE "evidence" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evidence_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint,
	"sender" text NOT NULL,
	"text" text NOT NULL,
	"digest" text NOT NULL,
	"sim" smallint,
	"sent_at" timestamp (3) with time zone,
	"stored_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"state" text,
	"reason" text,
	"wording_id" bigint,
	"provider" text,
	"kind" text,
	"direction" text,
	"amount_poisha" bigint,
	"fee_poisha" bigint,
	"balance_poisha" bigint,
	"payer" text,
	"memo" text,
	"reference" text,
	"at" timestamp (3) with time zone,
	CONSTRAINT "evidence_state_check" CHECK ("evidence"."state" in ('unclaimed', 'used', 'ignored', 'not_understood', 'held')),
	CONSTRAINT "evidence_direction_check" CHECK ("evidence"."direction" in ('in', 'in-not-customer', 'out', 'none')),
	CONSTRAINT "evidence_reason_check" CHECK ("evidence"."reason" in ('foreign_sender', 'no_wording', 'several_wordings', 'no_payment', 'id_seen', 'id_differs')),
	CONSTRAINT "evidence_read_check" CHECK (("evidence"."state" is null) = ("evidence"."due_at" is not null)),
	CONSTRAINT "evidence_unclaimed_check" CHECK ("evidence"."state" is distinct from 'unclaimed' or (direction = 'in' and state not in ('ignored', 'held') and num_nulls("evidence"."provider", "evidence"."kind", "evidence"."amount_poisha", "evidence"."reference", "evidence"."at") = 0)),
	CONSTRAINT "evidence_poisha_check" CHECK (least("evidence"."amount_poisha", "evidence"."fee_poisha", "evidence"."balance_poisha") >= 0 and greatest("evidence"."amount_poisha", "evidence"."fee_poisha", "evidence"."balance_poisha") <= 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "payment_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"method_ids" bigint[] NOT NULL,
	"sims" jsonb,
	"sealed_secret" text NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"message_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "payment_devices_name_check" CHECK (char_length("payment_devices"."name") between 1 and 40),
	CONSTRAINT "payment_devices_methods_check" CHECK (cardinality("payment_devices"."method_ids") > 0)
);
--> statement-breakpoint
CREATE TABLE "wordings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wordings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"direction" text NOT NULL,
	"senders" text[] NOT NULL,
	"pattern" text NOT NULL,
	"examples" text[] NOT NULL,
	"added_by" bigint,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "wordings_direction_check" CHECK ("wordings"."direction" in ('in', 'in-not-customer', 'out', 'none')),
	CONSTRAINT "wordings_senders_check" CHECK (cardinality("wordings"."senders") > 0),
	CONSTRAINT "wordings_pattern_check" CHECK (char_length("wordings"."pattern") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_device_id_payment_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."payment_devices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_wording_id_wordings_id_fk" FOREIGN KEY ("wording_id") REFERENCES "public"."wordings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_devices" ADD CONSTRAINT "payment_devices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wordings" ADD CONSTRAINT "wordings_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_message_key" ON "evidence" USING btree ("device_id","digest");
--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_reference_key" ON "evidence" USING btree ("provider",upper("reference")) WHERE direction = 'in' and state not in ('ignored', 'held');
--> statement-breakpoint
CREATE INDEX "evidence_due_idx" ON "evidence" USING btree ("due_at") WHERE due_at is not null;
--> statement-breakpoint
CREATE INDEX "evidence_state_idx" ON "evidence" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "evidence_search_idx" ON "evidence" USING gin ("text" gin_trgm_ops);
--> statement-breakpoint
-- The providers' own wordings. Admins add others on screen.
INSERT INTO "wordings" ("provider", "kind", "direction", "senders", "pattern", "examples") VALUES
	('bkash', 'received', 'in', array['bKash', '16247'], 'You have received Tk {amount} from {payer}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['You have received Tk 500.00 from 01700000001. Fee Tk 0.00. Balance Tk 1,500.00. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'received', 'in', array['bKash', '16247'], 'You have received Tk {amount} from {payer}. Ref {memo}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['You have received Tk 500.00 from 01700000001. Ref rahim. Fee Tk 0.00. Balance Tk 1,500.00. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'received', 'in', array['bKash', '16247'], 'You have received Tk {amount} from {name}. Balance Tk {balance}. TrxID {id} at {at}',
		array['You have received Tk 63.00 from SomeShop. Balance Tk 1,082.65. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'received-npsb', 'in', array['bKash', '16247'], 'You have received Tk {amount} from {source} {payer} through NPSB. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['You have received Tk 50.00 from Nagad 0170XXX0001 through NPSB. Fee Tk 0.00. Balance Tk 349.71. TrxID DH31AAAAA1 at 03/08/2026 10:01.']),
	('bkash', 'merchant-payment', 'in', array['bKash', '16247'], 'You have received payment Tk {amount} from {payer}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['You have received payment Tk 549.00 from 01700000001. Fee Tk 0.00. Balance Tk 8,210.56. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'merchant-payment', 'in', array['bKash', '16247'], 'You have received payment Tk {amount} from {payer}. Ref {memo}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['You have received payment Tk 549.00 from 01700000001. Ref rahim. Fee Tk 0.00. Balance Tk 8,210.56. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'cash-in', 'in', array['bKash', '16247'], 'Cash In Tk {amount} from {payer} successful. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['Cash In Tk 1,000.00 from 01700000001 successful. Fee Tk 0.00. Balance Tk 1,607.90. TrxID DH31AAAAA1 at 03/08/2026 10:01. Download App: https://bKa.sh/8app']),
	('bkash', 'bank-deposit', 'in', array['bKash', '16247'], 'You have received deposit from iBanking of Tk {amount} from {name}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['You have received deposit from iBanking of Tk 599.00 from Some Bank Internet Banking. Fee Tk 0.00. Balance Tk 13,332.55. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'bank-deposit', 'in', array['bKash', '16247'], 'You have received a deposit of Tk {amount} from {name}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['You have received a deposit of Tk 1,000.00 from Some Bank Account. Fee Tk 0.00. Balance Tk 1,140.34. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'cashback', 'in-not-customer', array['bKash', '16247'], 'Congratulations! You have received Cashback Tk {amount}. Balance Tk {balance}. TrxID {id} at {at}',
		array['Congratulations! You have received Cashback Tk 1.00. Balance Tk 91,950.74. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'send-money', 'out', array['bKash', '16247'], 'Send Money Tk {amount} to {payer} successful. Ref {memo}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['Send Money Tk 510.00 to 01700000001 successful. Ref Rahim. Fee Tk 5.00. Balance Tk 4,479.65. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'send-money', 'out', array['bKash', '16247'], 'Send Money Tk {amount} to {payer} successful. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['Send Money Tk 510.00 to 01700000001 successful. Fee Tk 5.00. Balance Tk 4,479.65. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'cash-out', 'out', array['bKash', '16247'], 'Cash Out Tk {amount} to {payer} successful. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
		array['Cash Out Tk 1,000.00 to 01700000001 successful. Fee Tk 18.50. Balance Tk 500.00. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'payment', 'out', array['bKash', '16247'], 'Payment Tk {amount} to {name} is successful. Balance Tk {balance}. TrxID {id} at {at}',
		array['Payment Tk 100.00 to SOME SHOP LTD-RM00001 is successful. Balance Tk 601.81. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'payment', 'out', array['bKash', '16247'], 'Payment of Tk {amount} to {name} is successful. Balance Tk {balance}. TrxID {id} at {at}',
		array['Payment of Tk 1,015.50 to SOME SHOP-RM00001 is successful. Balance Tk 1,115.15. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'returned', 'none', array['bKash', '16247'], 'Sorry, your Send Money request to {payer} is unsuccessful! Tk {amount} has been returned. Balance Tk {balance}. TrxID {id} at {at}',
		array['Sorry, your Send Money request to 01700000001 is unsuccessful! Tk 30 has been returned. Balance Tk 73.50. TrxID DH31AAAAA1 at 03/08/2026 10:01']),
	('bkash', 'otp', 'none', array['bKash', '16247'], 'Your bKash verification code is {code}. Expires in 2 minutes.',
		array['Your bKash verification code is ••••••. Expires in 2 minutes.']),
	('nagad', 'received', 'in', array['NAGAD', '16167'], 'Money Received. Amount: Tk {amount} Sender: {payer} Ref: {memo} TxnID: {id} Balance: Tk {balance} {at}',
		array[E'Money Received.\nAmount: Tk 1928.50\nSender: 01600000001\nRef: N/A\nTxnID: 75AAAAA1\nBalance: Tk 2065.76\n03/08/2026 10:01']),
	('nagad', 'cash-in', 'in', array['NAGAD', '16167'], 'Cash In Received. Amount: Tk {amount} Uddokta: {payer} TxnID: {id} Balance: {balance} {at}',
		array[E'Cash In Received.\nAmount: Tk 599.00\nUddokta: 01900000001\nTxnID: 75AAAAA1\nBalance: 2957.58\n03/08/2026 10:01']),
	('nagad', 'cash-in', 'in', array['NAGAD', '16167'], 'Cash In Received. Amount: Tk {amount} Uddokta: {payer} TxnID: {id} Balance: Tk {balance} {at}',
		array[E'Cash In Received.\nAmount: Tk 599.00\nUddokta: 01900000001\nTxnID: 75AAAAA1\nBalance: Tk 2957.58\n03/08/2026 10:01']),
	('rocket', 'received', 'in', array['16216', 'Rocket'], 'Tk{amount} received from A/C:{payer} Fee:Tk{fee}, Your A/C Balance: Tk{balance} TxnId:{id} Date:{at}',
		array['Tk480.00 received from A/C:***173 Fee:Tk0, Your A/C Balance: Tk12,056.92 TxnId:6790000001 Date:03-AUG-26 10:01:30 am.']),
	('rocket', 'received-npsb', 'in', array['16216', 'Rocket'], 'Tk {amount} received from {source} A/C {payer} through NPSB. Fee: Tk {fee}. Your A/C Balance: Tk {balance}. TxnID:{id} at {at}',
		array['Tk 50.00 received from bKash A/C ***648 through NPSB. Fee: Tk .00. Your A/C Balance: Tk 74.21. TxnID:6800000001 at 03-AUG-26 10:01:07 am.']),
	('rocket', 'cash-in', 'in', array['16216', 'Rocket'], 'Cash-In from A/C: {payer} Tk{amount} Fee: Tk{fee}, Your A/C Balance: Tk{balance}.TxnId:{id} Date:{at}',
		array['Cash-In from A/C: ***332 Tk26,900.00 Fee: Tk.00, Your A/C Balance: Tk27,008.23.TxnId:6690000001 Date:03-AUG-26 10:01:32 am. Download https://bit.ly/nexuspay']);
