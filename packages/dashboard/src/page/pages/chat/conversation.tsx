import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../parts/button.tsx'
import { statusOf } from '../../parts/cells.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { EmptyState, ProblemNote, Skeleton } from '../../parts/states.tsx'
import { useFollowedPages } from '../../parts/use-followed-pages.ts'
import { texts } from '../../texts/texts.ts'
import { type ConversationEntry, entriesOfEvents, type RecordedEvent } from './entries-of-events.ts'
import { SafeMarkdown } from './safe-markdown.tsx'

/** The conversation of a session, with the calls between. Runs belong to the server: closing the page ends nothing. */
export function Conversation({ session }: { readonly session: string }): ReactNode {
  const list = useFollowedPages<RecordedEvent>(
    `/sessions/${encodeURIComponent(session)}/events`,
    `session:${session}`,
    ({ position }) => position,
  )
  if (list.error !== null) return <ProblemNote error={list.error} onRetry={list.reload} />
  if (list.isLoading) return <Skeleton />
  const entries = entriesOfEvents(list.items)
  return (
    <>
      {entries.length === 0 ? <EmptyState title={texts.chat.empty} /> : null}
      <ol aria-live="polite" className="mx-auto flex w-full max-w-3xl flex-col gap-3 p-4">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} session={session} />
        ))}
      </ol>
      {list.hasMore ? (
        <Button className="mx-auto mb-3" onClick={list.loadMore} inert={list.isLoadingMore}>
          {texts.actions.more}
        </Button>
      ) : null}
    </>
  )
}

function Entry({ entry, session }: { readonly entry: ConversationEntry; readonly session: string }): ReactNode {
  if (entry.kind === 'call')
    return (
      <li className="rounded-sm border border-line bg-surface px-3 py-1">
        <Link to={`/sessions/${encodeURIComponent(session)}?call=${encodeURIComponent(entry.id)}`}>
          <ForeignText text={entry.tool} mono /> <StatusMark status={statusOf(entry.status)} word={entry.status} />
        </Link>
      </li>
    )
  const { isUser, text } = entry
  return (
    <li className={isUser ? 'ms-8 rounded-md bg-accent-tint p-3' : ''}>
      <p className="text-xs font-medium text-muted">{isUser ? texts.chat.you : texts.chat.agent}</p>
      {isUser ? <ForeignText text={text} /> : <SafeMarkdown text={text} />}
    </li>
  )
}
