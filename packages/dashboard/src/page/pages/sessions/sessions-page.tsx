import type { ReactNode } from 'react'
import { Link, Route, Routes, useSearchParams } from 'react-router'
import { useTopic } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { statusOf } from '../../parts/cells.tsx'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { EmptyState, ProblemNote, Skeleton } from '../../parts/states.tsx'
import { Ago } from '../../parts/time.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { formatMoney, formatNumber } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import type { Session } from './session.ts'
import { SessionView } from './session-view.tsx'

/** The page that finds a session and shows what happened in it. */
export function Page(): ReactNode {
  return (
    <Routes>
      <Route index element={<SessionList />} />
      <Route path=":id" element={<SessionView />} />
    </Routes>
  )
}

interface Column {
  readonly label: string
  /** True if the server says it of this session. A column that it says of none is left out. */
  readonly has: (session: Session) => boolean
  readonly show: (session: Session) => ReactNode
}

const { columns: names } = texts.sessions

const columns: readonly Column[] = [
  { label: names.agent, has: ({ agent }) => agent != null, show: ({ agent }) => <ForeignText text={agent ?? '–'} /> },
  { label: names.user, has: ({ user }) => user != null, show: ({ user }) => <ForeignText text={user ?? '–'} /> },
  { label: names.started, has: () => true, show: ({ createdAt }) => <Ago time={createdAt} /> },
  { label: names.calls, has: () => true, show: ({ calls }) => formatNumber(calls) },
  {
    label: names.counts,
    has: ({ asked }) => asked !== undefined,
    show: ({ asked = 0, denied = 0, failed = 0 }) => texts.sessions.counts(asked, denied, failed),
  },
  { label: names.cost, has: ({ cost }) => cost !== undefined, show: ({ cost }) => formatMoney(cost) },
  {
    label: names.state,
    has: ({ state }) => state !== undefined,
    show: ({ state }) => (state === undefined ? '–' : <StatusMark status={statusOf(state)} word={state} />),
  },
  { label: names.node, has: ({ node }) => node !== undefined, show: ({ node }) => node ?? '–' },
]

function SessionList(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const list = usePages<Session>('/sessions', 50)
  const words = (search.get('q') ?? '').toLowerCase()
  const wanted = search.get('state')
  // The server lists all; the filter looks through what was read.
  const shown = list.items.filter(
    (session) => (wanted === null || session.state === wanted) && JSON.stringify(session).toLowerCase().includes(words),
  )
  const states = [...new Set(list.items.flatMap(({ state }) => state ?? []))].toSorted()
  const used = columns.filter(({ has }) => shown.some(has))
  useTopic('live', () => undefined, list.reload)
  const filter = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const { sessions } = texts
  return (
    <div className="p-4">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <input
          type="search"
          aria-label={texts.actions.filter}
          placeholder={sessions.filter}
          className="min-h-9 rounded-sm border border-control bg-surface px-2 placeholder:text-muted"
          defaultValue={search.get('q') ?? ''}
          onChange={(event) => filter('q', event.target.value)}
        />
        {(states.length > 1 ? states : []).map((state) => (
          <Button
            key={state}
            aria-pressed={search.get('state') === state}
            className="aria-pressed:border-accent aria-pressed:bg-accent-tint"
            onClick={() => filter('state', search.get('state') === state ? '' : state)}
          >
            {state}
          </Button>
        ))}
      </div>
      {list.error === null ? null : <ProblemNote error={list.error} onRetry={list.reload} />}
      {list.isLoading ? <Skeleton /> : null}
      {!list.isLoading && list.error === null && shown.length === 0 ? (
        <EmptyState title={search.size > 0 ? texts.states.noMatch : sessions.empty} />
      ) : null}
      {shown.length === 0 ? null : (
        <section
          tabIndex={0}
          aria-label={texts.pages.sessions}
          className="overflow-x-auto rounded-md border border-line bg-surface"
        >
          <table className="w-full text-start">
            <ColumnHeads columns={[names.session, ...used.map(({ label }) => label)]} />
            <tbody>
              {shown.map((session) => (
                <Row key={session.id} session={session} columns={used} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {list.hasMore ? (
        <Button className="mt-3" onClick={list.loadMore} inert={list.isLoadingMore}>
          {texts.actions.more}
        </Button>
      ) : null}
    </div>
  )
}

function Row({
  session,
  columns: used,
}: {
  readonly session: Session
  readonly columns: readonly Column[]
}): ReactNode {
  const { id, title } = session
  return (
    <tr className="border-t border-line hover:bg-sunken">
      <td className="min-w-48 px-3 py-2">
        <Link to={`/sessions/${encodeURIComponent(id)}`} className="text-accent underline">
          <ForeignText text={title ?? id} />
        </Link>
      </td>
      {used.map(({ label, show }) => (
        <td key={label} className="whitespace-nowrap px-3">
          {show(session)}
        </td>
      ))}
    </tr>
  )
}
