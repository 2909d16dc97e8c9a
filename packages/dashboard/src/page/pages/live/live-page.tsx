import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTopic } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { statusOf } from '../../parts/cells.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useKeys } from '../../parts/use-keys.ts'
import { formatClock, formatDuration, formatNumber } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { createLiveLog, type LiveRow } from './live-log.ts'

/** The view is drawn again at most this often, in milliseconds, however many events come. */
const drawEvery = 250
const rowHeight = 28

/** The page that shows what is happening right now, and whether anything is wrong. */
export function Page(): ReactNode {
  const [log] = useState(createLiveLog)
  const [view, setView] = useState<{ rows: readonly LiveRow[]; counts: ReturnType<typeof log.counts>; rate: number }>({
    rows: [],
    counts: log.counts(),
    rate: 0,
  })
  const [isPaused, setPaused] = useState(false)
  const [missed, setMissed] = useState(0)
  const [words, setWords] = useState('')
  const drawn = useRef({
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    events: 0,
    at: performance.now(),
  })
  const scroller = useRef<HTMLDivElement>(null)
  const paused = useRef(isPaused)
  paused.current = isPaused
  const draw = () => {
    drawn.current.timer = undefined
    const counts = log.counts()
    const now = performance.now()
    const rate = ((counts.events - drawn.current.events) / Math.max(1, now - drawn.current.at)) * 1_000
    if (paused.current) return setMissed(counts.events - drawn.current.events)
    drawn.current = { timer: undefined, events: counts.events, at: now }
    setMissed(0)
    setView({ rows: log.rows(), counts, rate })
  }
  useTopic('live', (events) => {
    log.add(events)
    drawn.current.timer ??= setTimeout(draw, drawEvery)
  })
  const rows = words === '' ? view.rows : view.rows.filter((row) => matches(row, words))
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const drawnRows = virtual.getVirtualItems()
  useEffect(() => {
    if (!isPaused && rows.length > 0) scroller.current?.scrollTo({ top: rows.length * rowHeight })
  }, [rows, isPaused])
  const follow = (isFollowing: boolean) => {
    setPaused(!isFollowing)
    paused.current = !isFollowing
    if (isFollowing) draw()
  }
  const onScroll = () => {
    const element = scroller.current
    if (element === null) return
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight * 2
    if (!isAtEnd && !paused.current) follow(false)
  }
  useKeys({ p: () => follow(isPaused) })
  const { live } = texts
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-3 border-b border-line bg-surface px-4 py-2">
        <Button keyName="p" onClick={() => follow(isPaused)}>
          {isPaused ? live.follow : live.pause}
        </Button>
        <input
          type="search"
          aria-label={texts.actions.filter}
          placeholder={live.filter}
          className="min-h-9 rounded-sm border border-control bg-surface px-2 placeholder:text-muted"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="text-muted">
          <strong className="text-xl text-ink">{formatNumber(Math.round(view.rate))}</strong> {live.perSecond} ·{' '}
          {live.counts(view.counts.asked, view.counts.denied, view.counts.failed)}
        </p>
        {missed > 0 ? <Button onClick={() => follow(true)}>{live.missed(missed)}</Button> : null}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={words === '' ? live.empty : texts.states.noMatch} />
      ) : (
        <section
          ref={scroller}
          tabIndex={0}
          aria-label={texts.pages.live}
          onWheel={onScroll}
          onTouchMove={onScroll}
          className="min-h-0 flex-1 overflow-y-auto bg-surface"
        >
          <ol className="relative" style={{ height: virtual.getTotalSize() }}>
            {drawnRows.map(({ index, start }) => {
              const row = rows[index]
              // A place is kept for the next row that comes there: to make new ones for hundreds of rows a second takes longer.
              return row === undefined ? null : <Row key={index % drawnRows.length} row={row} top={start} />
            })}
          </ol>
        </section>
      )}
    </div>
  )
}

function matches({ tool, agent = '', status, line = '' }: LiveRow, words: string): boolean {
  return `${tool} ${agent} ${status} ${line}`.toLowerCase().includes(words.toLowerCase())
}

const Row = memo(function Row({ row, top }: { readonly row: LiveRow; readonly top: number }): ReactNode {
  const { tool, status, at, agent, session, line, durationMs, id } = row
  return (
    <li
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
      className="absolute inset-x-0 flex items-center gap-3 overflow-hidden whitespace-nowrap border-b border-line px-4"
    >
      <span className="text-muted max-sm:hidden">{formatClock(at)}</span>
      <StatusMark status={statusOf(status)} word={status} />
      <span className="font-mono text-sm">
        <ForeignText text={tool} />
      </span>
      <span className="text-muted max-sm:hidden">
        <ForeignText text={agent ?? ''} />
      </span>
      <span className="overflow-hidden text-ellipsis text-muted">
        <ForeignText text={line ?? ''} mono />
      </span>
      <span className="ms-auto">{durationMs === undefined ? '' : formatDuration(durationMs)}</span>
      {session === undefined ? null : (
        <Link
          className="text-accent underline"
          to={`/sessions/${encodeURIComponent(session)}?call=${encodeURIComponent(id)}`}
        >
          {texts.actions.open}
        </Link>
      )}
    </li>
  )
})
