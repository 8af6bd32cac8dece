/** Taka for one dollar: `৳126`, `৳126.50`. @param ratePaisa paisa (1/100 taka) per dollar */
export function formatRate(ratePaisa: number): string {
  const paisa = ratePaisa % 100;
  const whole = (ratePaisa - paisa) / 100;
  return paisa === 0 ? `৳${whole}` : `৳${whole}.${String(paisa).padStart(2, '0')}`;
}
