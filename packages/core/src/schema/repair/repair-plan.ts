/**
 * What repairs need to know about one subschema, worked out once per schema. Only what *every* valid value obeys is in
 * it: where a schema leaves room (unions, conditions, foreign references) the plan is wide and nothing is repaired.
 */
export interface RepairPlan {
  /** Bits of the types that some valid value may have (`kinds`). */
  readonly kinds: number
  /** Plans of the declared fields. */
  readonly fields: ReadonlyMap<string, RepairPlan>
  readonly required: ReadonlySet<string>
  /** Whether a field that is not declared may be valid. */
  readonly open: boolean
  /** Plan of the fields that are not declared, in a schema of a map. */
  readonly others: RepairPlan | undefined
  readonly items: RepairPlan | undefined
}
