interface Chip {
  value: string;
  label: string;
}

/** Chips of statuses with how many wait in each; none says that nothing does, and what is decided is not counted on them. */
export function withCounts(chips: readonly Chip[], waiting: Record<string, number> | undefined) {
  return chips.map((chip) => ({ ...chip, count: waiting?.[chip.value] || undefined }));
}
