import type { ReactNode } from 'react'
import { formatDuration } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import type { StageTimes } from './session.ts'

const stages = [
  ['gates', 'stretch-gates'],
  ['approval', 'stretch-person'],
  ['locks', 'stretch-locks'],
  ['execution', 'stretch-ran'],
  ['exit', 'stretch-exit'],
] as const

/** The time of a call by its stages, as a bar on the axis of its session. Each stage has a pattern of its own. */
export function StageBar({
  timings,
  left,
  width,
}: {
  readonly timings: StageTimes | undefined
  /** The place of its begin on the axis, from 0 to 1. */
  readonly left: number
  readonly width: number
}): ReactNode {
  const parts = stages.flatMap(([name, look]) => {
    const length = timings?.[name] ?? 0
    return length > 0 ? [{ name, look, length }] : []
  })
  const total = parts.reduce((sum, { length }) => sum + length, 0)
  return (
    <span className="relative block h-4" title={wordsOf(parts)}>
      <span
        className="absolute inset-y-0 flex min-w-0.5"
        style={{ insetInlineStart: `${left * 100}%`, width: `${Math.min(width, 1 - left) * 100}%` }}
      >
        {total === 0 ? <span className="stretch-ran flex-1" /> : null}
        {parts.map(({ name, look, length }) => (
          <span key={name} className={look} style={{ flexGrow: length / total, flexBasis: 0 }} />
        ))}
      </span>
    </span>
  )
}

/** The stages of a call in words. */
export function StageWords({ timings }: { readonly timings: StageTimes | undefined }): ReactNode {
  const parts = stages.flatMap(([name, look]) => {
    const length = timings?.[name]
    return length === undefined ? [] : [{ name, look, length }]
  })
  return (
    <ul className="flex flex-wrap gap-x-4">
      {parts.map(({ name, look, length }) => (
        <li key={name} className="flex items-center gap-1">
          <span aria-hidden="true" className={`inline-block h-3 w-6 ${look}`} />
          {texts.sessions.stages[name]} {formatDuration(length)}
        </li>
      ))}
    </ul>
  )
}

function wordsOf(parts: readonly { readonly name: (typeof stages)[number][0]; readonly length: number }[]): string {
  return parts.map(({ name, length }) => `${texts.sessions.stages[name]} ${formatDuration(length)}`).join(' · ')
}
