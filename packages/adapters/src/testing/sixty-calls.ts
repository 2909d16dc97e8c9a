import type { ApprovalAnswerParts } from '../shared/approvals.ts'

/** A call of the list that every adapter is driven with. */
export interface ListedCall {
  readonly id: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** The answer of the person, if the call is one that needs approval. */
  readonly answer?: ApprovalAnswerParts
}

/** The calls of one model turn. `isAborted`: they are stopped from outside once they wait. */
export interface ListedTurn {
  readonly calls: readonly ListedCall[]
  readonly isAborted?: boolean
}

type Part = Omit<ListedCall, 'id'>

const read = (path: string, lines = 1): Part => ({ name: 'test__read', arguments: { path, lines } })
const write = (path: string, answer?: ApprovalAnswerParts): Part => ({
  name: 'test__write',
  arguments: { path },
  ...(answer && { answer }),
})

/** Twenty calls: fine, failed, denied, asked and allowed, asked and refused, aborted, large, side by side, several writes. */
function turnsOf(round: number): readonly (readonly Part[])[] {
  const at = (name: string) => `${name}-${round}`
  return [
    [read(at('note'))],
    [read(at('missing'))],
    [write(at('closed/note'))],
    [write(at('asked'), { answer: 'allow_once', reason: 'Looks good.' })],
    [write(at('refused'), { answer: 'deny', reason: 'Not today.' })],
    [write(at('session'), { answer: 'allow_for_session' })],
    [write(at('session'))],
    [read(at('first')), read(at('second')), read(at('third'))],
    [write(at('free/first')), write(at('free/second'))],
    [read(at('large'), 20_000)],
    [read(at('before')), write(at('free/between'))],
    [write(at('free/broken')), read(at('behind'))],
    [{ name: 'test__read', arguments: { path: at('wrong'), lines: 'many' } }],
    [{ name: 'test__draw', arguments: {} }],
    [{ name: 'test__wait', arguments: {} }],
  ]
}

/** The list: sixty calls in model turns. */
export const sixtyCalls: readonly ListedTurn[] = numbered([1, 2, 3].flatMap(turnsOf))

function numbered(turns: readonly (readonly Part[])[]): readonly ListedTurn[] {
  let count = 0
  return turns.map((parts) => ({
    calls: parts.map((part) => {
      count += 1
      return { id: `given_${count}`, ...part }
    }),
    isAborted: parts.some(({ name }) => name === 'test__wait'),
  }))
}
