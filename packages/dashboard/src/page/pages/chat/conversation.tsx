import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type Listing, useLiveQuery } from '../../api/use-live-query.ts'
import { statusOf } from '../../parts/cells.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { EmptyState, QueryView } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import { SafeMarkdown } from './safe-markdown.tsx'

/** An entry of a conversation. */
interface Node {
  readonly id: string
  readonly kind: string
  readonly role?: 'user' | 'assistant' | 'system'
  readonly text?: string
  readonly tool?: string
  readonly status?: string
  readonly line?: string
  readonly call?: string
}

/** The conversation of a session, with the calls between. Runs belong to the server: closing the page ends nothing. */
export function Conversation({ session }: { readonly session: string }): ReactNode {
  const path = `/sessions/${encodeURIComponent(session)}/nodes`
  const query = useLiveQuery<Listing<Node>>(path, [`session:${session}`])
  return (
    <QueryView query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={texts.chat.empty} />
        ) : (
          <ol aria-live="polite" className="mx-auto flex w-full max-w-3xl flex-col gap-3 p-4">
            {items.map((node) => (
              <Fragment key={node.id}>
                <Entry node={node} session={session} />
              </Fragment>
            ))}
          </ol>
        )
      }
    </QueryView>
  )
}

function Entry({ node, session }: { readonly node: Node; readonly session: string }): ReactNode {
  const { text, tool, status, line, call, role } = node
  if (tool !== undefined)
    return (
      <li className="rounded-sm border border-line bg-surface px-3 py-1">
        <Link to={`/sessions/${encodeURIComponent(session)}?call=${encodeURIComponent(call ?? node.id)}`}>
          <span className="font-mono text-sm">
            <ForeignText text={`${tool} ${line ?? ''}`} mono />
          </span>{' '}
          <StatusMark status={statusOf(status ?? 'running')} word={status ?? 'running'} />
        </Link>
      </li>
    )
  if (text === undefined) return null
  const isUser = role === 'user'
  return (
    <li className={isUser ? 'ms-8 rounded-md bg-accent-tint p-3' : ''}>
      <p className="text-xs font-medium text-muted">{isUser ? texts.chat.you : texts.chat.agent}</p>
      {isUser ? <ForeignText text={text} /> : <SafeMarkdown text={text} />}
    </li>
  )
}
