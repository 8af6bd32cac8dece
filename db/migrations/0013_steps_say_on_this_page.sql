-- The field for the transaction ID no longer stands below the steps, so those that a new shop began with say where it does.
update payment_methods
set steps_bn = replace(steps_bn::text, 'নিচের ঘরে', 'এই পেজের ঘরে')::jsonb,
  steps_en = replace(steps_en::text, 'message below and press', 'message on this page and press')::jsonb
where steps_bn::text like '%নিচের ঘরে%' or steps_en::text like '%message below and press%';
