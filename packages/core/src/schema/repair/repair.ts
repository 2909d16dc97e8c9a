/** The named repairs, in the order in which they are tried at one place. */
export const repairNames = [
  'unwrap-arguments',
  'parse-json-string',
  'parse-number-string',
  'parse-boolean-string',
  'wrap-in-array',
  'match-key-spelling',
  'drop-null',
] as const
export type RepairName = (typeof repairNames)[number]

/** The trace that a repair leaves: policy, approval and record see the repaired input and what was done to get it. */
export interface Repair {
  /** `drop-reserved-key`: `__proto__` and its like, taken out before anything was looked up. */
  readonly repair: RepairName | 'drop-reserved-key'
  /** Place in the repaired input, such as `edits[0].path`; empty for the input as a whole. */
  readonly path: string
  /** A bounded excerpt of the value that the model sent; absent if a key had no value. */
  readonly from?: string
  /** A bounded excerpt of the repaired value; absent if the member was dropped. */
  readonly to?: string
}
