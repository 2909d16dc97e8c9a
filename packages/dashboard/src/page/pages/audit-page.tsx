import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCan } from '../api/me.ts'
import { ProblemError } from '../api/problem.ts'
import { write } from '../api/request.ts'
import { readSessionHalf } from '../api/session-half.ts'
import { Button } from '../parts/button.tsx'
import { ForeignText } from '../parts/foreign-text.tsx'
import { EmptyState, ProblemNote, Skeleton } from '../parts/states.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { usePages } from '../parts/use-pages.ts'
import { formatNumber, formatTime } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { lineOfEvent } from './line-of-event.ts'
import type { RecordedEvent } from './sessions/session.ts'

/** The answer about the chain of the record. */
interface Verification {
  readonly status: 'sound' | 'broken'
  readonly head?: { readonly position: number | string }
  readonly problem?: string
}

const rowHeight = 32
const fields = ['event', 'session', 'q'] as const

/** The page that shows who did what, when, and whether the record is whole. */
export function Page(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const list = usePages<RecordedEvent>(`/audit?${queryOf(search)}`, 100)
  const mayExport = useCan('exportAudit')
  const words = (search.get('q') ?? '').toLowerCase()
  const shown = list.items.filter((entry) => words === '' || JSON.stringify(entry).toLowerCase().includes(words))
  const [chain, setChain] = useState<Verification>()
  const [error, setError] = useState<unknown>()
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const verify = async () => {
    setError(undefined)
    try {
      setChain(await write<Verification>('POST', '/audit/verify'))
    } catch (problem) {
      setError(problem)
    }
  }
  const exportAs = async (format: 'jsonl' | 'csv') => {
    setError(undefined)
    try {
      await downloadExport(format, Object.fromEntries(search))
    } catch (problem) {
      setError(problem)
    }
  }
  useKeys({ v: () => void verify(), E: mayExport ? () => void exportAs('jsonl') : undefined })
  const { audit } = texts
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-end gap-2 border-b border-line bg-surface p-3">
        {fields.map((name) => (
          <label key={name} className="flex flex-col">
            <span className="text-xs font-medium text-muted">{audit.fields[name]}</span>
            <input
              type={name === 'q' ? 'search' : 'text'}
              defaultValue={search.get(name) ?? ''}
              onChange={(event) => change(name, event.target.value)}
              className="min-h-8 w-28 rounded-sm border border-control bg-surface px-2"
            />
          </label>
        ))}
        <span className="grow" />
        <Button keyName="v" onClick={() => void verify()}>
          {audit.verify}
        </Button>
        {mayExport ? (
          <>
            <Button keyName="E" onClick={() => void exportAs('jsonl')}>
              JSONL
            </Button>
            <Button onClick={() => void exportAs('csv')}>CSV</Button>
          </>
        ) : null}
      </div>
      {chain === undefined ? null : (
        <p
          role="status"
          className={`p-2 font-semibold ${chain.status === 'sound' ? 'bg-allow-tint text-allow' : 'bg-deny-tint text-deny'}`}
        >
          {chain.status === 'sound'
            ? audit.whole(String(chain.head?.position ?? ''))
            : audit.broken(chain.problem ?? '')}
        </p>
      )}
      {error === undefined ? null : <ProblemNote error={error} />}
      {list.error === null ? null : <ProblemNote error={list.error} onRetry={list.reload} />}
      {list.isLoading ? <Skeleton /> : null}
      {!list.isLoading && list.error === null && shown.length === 0 ? (
        <EmptyState title={search.size > 0 ? texts.states.noMatch : audit.empty} />
      ) : null}
      {shown.length === 0 ? null : <Rows list={{ ...list, items: shown }} />}
    </div>
  )
}

function Rows({ list }: { readonly list: ReturnType<typeof usePages<RecordedEvent>> }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const { items, hasMore, loadMore } = list
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const last = rows.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last > items.length - 20) loadMore()
  }, [hasMore, last, items.length, loadMore])
  return (
    <section
      ref={scroller}
      tabIndex={0}
      aria-label={texts.pages.audit}
      className="min-h-0 flex-1 overflow-auto bg-surface"
    >
      <p className="px-4 py-1 text-xs text-muted">{texts.audit.loaded(formatNumber(items.length), hasMore)}</p>
      <ol className="relative min-w-[60rem]" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const entry = items[index]
          return entry === undefined ? null : <Row key={entry.position} entry={entry} top={start} />
        })}
      </ol>
    </section>
  )
}

function Row({ entry, top }: { readonly entry: RecordedEvent; readonly top: number }): ReactNode {
  const { position, type, session, event } = entry
  const { time, who, what, outcome } = lineOfEvent(entry)
  return (
    <li
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
      className="absolute inset-x-0 grid grid-cols-[5rem_12rem_12rem_8rem_minmax(0,1fr)_8rem_8rem] items-center gap-2 overflow-hidden whitespace-nowrap border-b border-line px-4"
    >
      <span className="text-muted">#{position}</span>
      <time className="text-muted">{time === undefined ? '' : formatTime(time)}</time>
      <span className="overflow-hidden text-ellipsis font-mono text-sm">{type}</span>
      <span className="overflow-hidden text-ellipsis [&_*]:whitespace-nowrap!">
        <ForeignText text={who} />
      </span>
      <span className="overflow-hidden text-ellipsis [&_*]:whitespace-nowrap!">
        <ForeignText text={what} mono />
      </span>
      <span className="overflow-hidden text-ellipsis text-muted [&_*]:whitespace-nowrap!">
        <ForeignText text={outcome} />
      </span>
      <Link
        className="overflow-hidden text-ellipsis text-accent underline"
        to={`/sessions/${encodeURIComponent(session)}${typeof event.toolCallId === 'string' ? `?call=${encodeURIComponent(event.toolCallId)}` : ''}`}
      >
        <ForeignText text={session} />
      </Link>
    </li>
  )
}

/** Returns the filter that the server applies; words are looked for among what was read. */
function queryOf(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...search].filter(([name, value]) => name !== 'q' && value !== ''))
}

/** Saves the export of everything that matches the filter, as the server streams it. */
async function downloadExport(format: 'jsonl' | 'csv', filter: Readonly<Record<string, string>>): Promise<void> {
  const half = readSessionHalf()
  const response = await fetch(`/v1/audit/export?${queryOf(new URLSearchParams({ ...filter, format }))}`, {
    headers: half === undefined ? {} : { 'x-drawbridge-session': half },
  })
  if (!response.ok)
    throw new ProblemError({ title: response.statusText, status: response.status, code: `http_${response.status}` })
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `audit.${format}`
  link.click()
  URL.revokeObjectURL(address)
}
