/** How much is measured, and on what. */
export interface ReadsOptions {
  orders: number;
  customers: number;
  services: number;
  /** How often what is compared is measured in turn. */
  rounds: number;
  /** How long each load lasts in a round. */
  seconds: number;
  /** How often at most a round is repeated that other programs disturbed. */
  repeats?: number | undefined;
  /** Where the filled database is kept, to be used again by the next run; without it a new one is made and removed. */
  dataDir?: string | undefined;
  /** Told how far it is, and every figure that is no goal. */
  report: (text: string) => void;
}
