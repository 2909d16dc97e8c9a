import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useCan } from '../../api/me.ts'
import { write } from '../../api/request.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { statusOf } from '../../parts/cells.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { formatMoney, formatNumber, formatShort, formatTime } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { Conversation } from '../chat/conversation.tsx'
import type { Session } from './session.ts'
import { SessionEvents } from './session-events.tsx'
import { Timeline } from './timeline.tsx'

const tabs = ['timeline', 'conversation', 'events'] as const

/** A session: what happened in it, why, how long it took and what it cost. */
export function SessionView(): ReactNode {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'timeline'
  const path = `/sessions/${encodeURIComponent(id)}`
  const query = useLiveQuery<Session>(path, [`session:${id}`])
  if (query.data === undefined && query.error !== null)
    return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />
  // The calls are read at the same time as the head.
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {query.data === undefined ? <div className="h-16" /> : <SessionHead session={query.data} path={path} />}
      <Tabs
        label={texts.sessions.views}
        tabs={tabs.map((one) => ({ id: one, label: texts.sessions.tabs[one] }))}
        current={tab}
      />
      {tab === 'timeline' ? <Timeline session={id} /> : null}
      {tab === 'conversation' ? <Conversation session={id} /> : null}
      {tab === 'events' ? <SessionEvents session={id} /> : null}
    </div>
  )
}

function SessionHead({ session, path }: { readonly session: Session; readonly path: string }): ReactNode {
  const { sessions } = texts
  const { title, id, agent, user, createdAt, state, calls, asked = 0, denied = 0, failed = 0, cost, tokens } = session
  const [outcome, setOutcome] = useState<{ readonly answer?: unknown; readonly error?: unknown }>({})
  const mayFork = useCan('forkSession')
  const mayReplay = useCan('replaySession')
  const mayAbort = useCan('abortSession')
  const navigate = useNavigate()
  const act = async (action: 'replay' | 'fork' | 'abort') => {
    setOutcome({})
    try {
      const answer = await write<{ id?: string; session?: string }>('POST', `${path}/${action}`)
      if (action === 'fork') void navigate(`/chat/${encodeURIComponent(answer.id ?? answer.session ?? id)}`)
      else if (action === 'replay') setOutcome({ answer })
    } catch (error) {
      setOutcome({ error })
    }
  }
  return (
    <header className="border-b border-line bg-surface px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to="/sessions" className="text-accent">
          ‹ {texts.pages.sessions}
        </Link>
        <h2 className="foreign text-md font-semibold">
          <ForeignText text={title ?? id} />
        </h2>
        {state === undefined ? null : <StatusMark status={statusOf(state)} word={state} />}
        <span className="grow" />
        {mayFork ? <Button onClick={() => void act('fork')}>{sessions.fork}</Button> : null}
        {mayReplay ? <Button onClick={() => void act('replay')}>{sessions.replay}</Button> : null}
        {mayAbort && (state === 'running' || state === 'waits') ? (
          <Button look="deny" onClick={() => void act('abort')}>
            {sessions.abort}
          </Button>
        ) : null}
      </div>
      <p className="text-muted">
        <ForeignText text={`${agent ?? ''} · ${user ?? ''}`} /> · {formatTime(createdAt)} · {formatMoney(cost)} ·{' '}
        <span data-total="calls">{formatNumber(calls)}</span> {sessions.calls} ({sessions.counts(asked, denied, failed)}
        ){tokens === undefined ? '' : ` · ${sessions.tokens(formatShort(tokens.input), formatShort(tokens.output))}`}
      </p>
      {outcome.error === undefined ? null : <ProblemNote error={outcome.error} />}
      {outcome.answer === undefined ? null : (
        <section role="status" className="mt-2 max-h-64 overflow-auto rounded-md border border-line bg-sunken p-2">
          <h3 className="font-semibold">{sessions.replayed}</h3>
          <JsonTree value={outcome.answer} />
        </section>
      )}
    </header>
  )
}
