/**
 * The facts about one subschema that repairs need, computed once per schema. It only contains what *every* valid value satisfies.
 * If a schema leaves room (unions, conditions, foreign references), the plan is open and nothing is repaired.
 */
export interface RepairPlan {
  /** Bits of the types that some valid value may have (`kinds`). */
  readonly kinds: number
  /** Plans of the declared fields. */
  readonly fields: ReadonlyMap<string, RepairPlan>
  readonly required: ReadonlySet<string>
  /** True if an undeclared field may be valid. */
  readonly open: boolean
  /** Plan of the fields that are not declared, in a schema of a map. */
  readonly others: RepairPlan | undefined
  readonly items: RepairPlan | undefined
}
