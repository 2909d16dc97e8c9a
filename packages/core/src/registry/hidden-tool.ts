/**
 * Why a tool is not in a run's set: no such name, known but not usable here, or removed by a rule.
 * The class decides what the model is told; the source is for the operator.
 */
export interface HiddenTool {
  readonly name: string
  readonly class: 'unknown' | 'unavailable' | 'removed'
  readonly reason: string
  /** The source of the rule: `registry`, `built-in`, or a file with its line. */
  readonly source: string
}
