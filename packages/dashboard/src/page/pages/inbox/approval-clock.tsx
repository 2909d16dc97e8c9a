import { type ReactNode, useEffect, useState } from 'react'
import { useSecond } from '../../parts/time.tsx'
import { formatClock, formatCountdown } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import type { Approval } from './approval.ts'

const announcedAt = [60, 15]

/** The two phases of a question in words: the call waits; then it has gone on, and an answer counts for the same call made again. */
export function ApprovalClock({ approval }: { readonly approval: Approval }): ReactNode {
  const now = useSecond()
  const [announced, setAnnounced] = useState('')
  const { waitsUntil, answerableUntil, state } = approval
  const left = waitsUntil === undefined ? 0 : waitsUntil - now
  const seconds = Math.ceil(left / 1_000)
  useEffect(() => {
    if (announcedAt.includes(seconds)) setAnnounced(texts.inbox.waits(formatCountdown(seconds * 1_000)))
  }, [seconds])
  if (state === 'settled' || state === 'withdrawn') return null
  const words =
    left > 0
      ? texts.inbox.waits(formatCountdown(left))
      : answerableUntil > now && state !== 'expired'
        ? texts.inbox.late(formatClock(answerableUntil))
        : texts.inbox.expired
  return (
    <span className="ms-auto text-muted">
      {words}
      <span role="status" className="sr-only">
        {announced}
      </span>
    </span>
  )
}
