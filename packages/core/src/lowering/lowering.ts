import type { NoteLoss } from './lowered-schema.ts'
import type { FamilyRules } from './schema-family.ts'

export type Path = readonly (string | number)[]

/** The means of lowering one schema for one family. */
export interface Lowering {
  readonly rules: FamilyRules
  readonly note: NoteLoss
  /** Notes why strict mode cannot be used. */
  readonly obstruct: (path: Path, why: string) => void
}
