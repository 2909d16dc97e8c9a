import type { FlowFinding, FlowJudgement } from '../flow/sink.ts'
import { shorten } from '../text/shorten.ts'

/** The most values of one call whose sources are described. */
const mostValues = 8

const longestValue = 200

/**
 * Describes where the values that nobody vouches for come from, one line each: the tool, what it read, the field, and the words around the
 * value. They are a stranger's words: escape them before you show them. Empty if information flow asks nothing.
 */
export function flowEvidence(judgement: FlowJudgement | undefined): readonly string[] {
  const lines = (judgement?.findings ?? []).flatMap(describe)
  const rest = lines.length - mostValues
  return rest > 0 ? [...lines.slice(0, mostValues), `and ${rest} more values`] : lines
}

function describe({ value, kind, at, origin }: FlowFinding): readonly string[] {
  if (value === undefined || origin === undefined) return []
  const { tool, target, pointer, excerpt } = origin
  const place = [tool, target, pointer === undefined ? undefined : `at ${pointer}`].filter((each) => each !== undefined)
  const role = [kind, at].filter((each) => each !== undefined).join(' ')
  return [`${role} ${JSON.stringify(shorten(value, longestValue))}: ${place.join(' ')}: … ${excerpt} …`]
}
