import type { ReactNode } from 'react'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { formatClock } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import type { Approval } from './approval.ts'

/** The end of a question, in the place of its card: nothing jumps, and nothing can be pressed any more. */
export function ReceiptCard({ approval: { state, settled } }: { readonly approval: Approval }): ReactNode {
  const { inbox } = texts
  const words =
    state === 'expired'
      ? inbox.expired
      : state === 'withdrawn' && settled?.answer === undefined
        ? inbox.withdrawn
        : undefined
  return (
    <div role="status" className="mb-3 rounded-sm border border-line bg-neutral-tint p-3">
      <p className="font-semibold">
        {words ??
          inbox.settled(
            settled?.answer === undefined ? inbox.answeredPlain : texts.answers[settled.answer],
            settled?.by ?? inbox.somebody,
            settled?.at === undefined ? '' : formatClock(settled.at),
          )}
      </p>
      {settled?.reason === undefined ? null : <ForeignText text={`“${settled.reason}”`} />}
    </div>
  )
}
