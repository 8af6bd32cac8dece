-- array_to_string is not immutable, as of other types than text it would not be.
CREATE FUNCTION all_names(name text, former_names text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN array_to_string(former_names || name, U&'\000A');--> statement-breakpoint
CREATE INDEX "services_names_idx" ON "services" USING gin (all_names("name", "former_names") gin_trgm_ops);--> statement-breakpoint
-- How many services have a word is known of what was analyzed; a catalogue that nobody changes never would be.
ANALYZE "services";
