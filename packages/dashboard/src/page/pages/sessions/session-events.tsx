import type { ReactNode } from 'react'
import { Button } from '../../parts/button.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { ProblemNote, Skeleton } from '../../parts/states.tsx'
import { useFollowedPages } from '../../parts/use-followed-pages.ts'
import { formatClock } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import type { RecordedEvent } from './session.ts'

/** The events of a session as they were recorded. */
export function SessionEvents({ session }: { readonly session: string }): ReactNode {
  const list = useFollowedPages<RecordedEvent>(
    `/sessions/${encodeURIComponent(session)}/events`,
    `session:${session}`,
    ({ position }) => position,
  )
  if (list.isLoading) return <Skeleton />
  if (list.error !== null && list.items.length === 0) return <ProblemNote error={list.error} onRetry={list.reload} />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <ol className="flex flex-col gap-1">
        {list.items.map(({ position, type, event }) => (
          <li key={position}>
            <details>
              <summary>
                <span className="text-muted">
                  #{position} {typeof event.time === 'number' ? formatClock(event.time) : ''}
                </span>{' '}
                <span className="font-mono text-sm">
                  <ForeignText text={type} />
                </span>
              </summary>
              <pre className="foreign overflow-x-auto rounded-sm bg-sunken p-2 font-mono text-sm">
                <ForeignText text={JSON.stringify(event, null, 2)} mono />
              </pre>
            </details>
          </li>
        ))}
      </ol>
      {list.hasMore ? <Button onClick={list.loadMore}>{texts.actions.more}</Button> : null}
    </div>
  )
}
