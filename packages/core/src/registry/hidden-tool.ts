/**
 * The reason that a tool is not in a run's set: no tool has the name, it cannot be used here, or a rule removed it. The class
 * decides what the model reads; the source is for the operator.
 */
export interface HiddenTool {
  readonly name: string
  readonly class: 'unknown' | 'unavailable' | 'removed'
  readonly reason: string
  /** The source of the rule: `registry`, `built-in`, or a file with its line. */
  readonly source: string
}
