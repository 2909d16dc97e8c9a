import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../api/server-clock.ts'
import { Button } from '../../parts/button.tsx'
import { statusOf } from '../../parts/cells.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { EmptyState, ProblemNote, Skeleton } from '../../parts/states.tsx'
import { useFollowedPages } from '../../parts/use-followed-pages.ts'
import { useKeys } from '../../parts/use-keys.ts'
import { formatDuration, formatMoney } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { CallPanel } from './call-panel.tsx'
import type { TimelineCall } from './session.ts'
import { StageBar } from './stage-bar.tsx'
import { idleStretches, spanOf, timeAxis } from './time-axis.ts'

const rowHeight = 28
const worthASearch = new Set(['denied', 'failed', 'interrupted', 'asked'])
const isIncident = ({ status, wasAsked }: TimelineCall) => worthASearch.has(status) || wasAsked === true

/** The calls of a session as a waterfall. Only rows in view are drawn, so that 20,000 calls open at once. */
export function Timeline({ session }: { readonly session: string }): ReactNode {
  const list = useFollowedPages<TimelineCall>(
    `/sessions/${encodeURIComponent(session)}/calls`,
    `session:${session}`,
    ({ id }) => id,
  )
  const [search, setSearch] = useSearchParams()
  const [isTrueTime, setTrueTime] = useState(false)
  const [isSeeking, setSeeking] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const { items, hasMore, loadMore, isLoadingMore } = list
  // Only what still runs grows with the time: a second is fine enough, and what was worked out is kept meanwhile.
  const now = Math.ceil(serverNow() / 1_000) * 1_000
  const axis = useMemo(() => timeAxis(items, now, isTrueTime), [items, isTrueTime, now])
  const idle = useMemo(() => (isTrueTime ? [] : idleStretches(items, now)), [items, isTrueTime, now])
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  })
  const chosen = search.get('call')
  const index = items.findIndex(({ id }) => id === chosen)
  const lastShown = rows.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastShown > items.length - 300) loadMore()
  }, [hasMore, isLoadingMore, lastShown, items.length, loadMore])

  const choose = (next: number) => {
    const call = items[next]
    if (call === undefined) return
    const parameters = new URLSearchParams(search)
    parameters.set('call', call.id)
    setSearch(parameters, { replace: true })
    rows.scrollToIndex(next)
  }
  const jump = (by: 1 | -1) => {
    for (let at = index + by; at >= 0 && at < items.length; at += by) {
      const call = items[at]
      if (call === undefined || !isIncident(call)) continue
      setSeeking(false)
      return choose(at)
    }
    // It may be among the calls that were not read yet.
    setSeeking(by === 1 && hasMore)
  }
  const latestJump = useRef(jump)
  latestJump.current = jump
  useEffect(() => {
    if (!isSeeking || isLoadingMore) return
    latestJump.current(1)
    loadMore()
  }, [isSeeking, isLoadingMore, loadMore])
  useKeys({
    j: () => choose(index + 1),
    k: () => choose(index - 1),
    n: () => jump(1),
    N: () => jump(-1),
    t: () => setTrueTime(!isTrueTime),
  })
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose(index + step)
  }

  if (list.isLoading) return <Skeleton />
  if (list.error !== null && items.length === 0) return <ProblemNote error={list.error} onRetry={list.reload} />
  if (items.length === 0) return <EmptyState title={texts.sessions.noCalls} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Overview items={items} axis={axis} now={now} onChoose={choose} />
      <div className="flex flex-wrap items-center gap-3 border-b border-line bg-surface px-4 py-1 text-xs text-muted">
        <Button aria-pressed={isTrueTime} keyName="t" onClick={() => setTrueTime(!isTrueTime)}>
          {texts.sessions.trueTime}
        </Button>
        <Button keyName="n" onClick={() => jump(1)}>
          {texts.sessions.nextIncident}
        </Button>
        {idle.length === 0 ? null : (
          <span>
            {texts.sessions.idle(
              idle
                .map(({ from, to }) => formatDuration(to - from))
                .slice(0, 4)
                .join(', '),
            )}
          </span>
        )}
        {hasMore ? <span>{texts.sessions.loaded(items.length)}</span> : null}
      </div>
      <div
        ref={scroller}
        role="grid"
        aria-label={texts.sessions.tabs.timeline}
        aria-rowcount={items.length}
        tabIndex={0}
        onKeyDown={onKey}
        className="min-h-0 flex-1 overflow-y-auto bg-surface"
      >
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index: at, start }) => {
            const call = items[at]
            return call === undefined ? null : (
              <Row
                key={call.id}
                call={call}
                at={at}
                top={start}
                axis={axis}
                now={now}
                isChosen={call.id === chosen}
                onChoose={() => choose(at)}
              />
            )
          })}
        </div>
      </div>
      {chosen === null ? null : <CallPanel key={chosen} id={chosen} session={session} />}
    </div>
  )
}

function Row({
  call,
  at,
  top,
  axis,
  now,
  isChosen,
  onChoose,
}: {
  readonly call: TimelineCall
  readonly at: number
  readonly top: number
  readonly axis: (time: number) => number
  readonly now: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}): ReactNode {
  const [from, to] = spanOf(call, now)
  const person = call.timings?.approval
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it has the keys
    <div
      role="row"
      aria-rowindex={at + 1}
      aria-selected={isChosen}
      onClick={onChoose}
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
      className="absolute inset-x-0 grid cursor-pointer grid-cols-[minmax(0,2fr)_minmax(0,3fr)_7rem] items-center gap-2 border-b border-line px-4 hover:bg-sunken aria-selected:bg-accent-tint max-sm:grid-cols-[minmax(0,1fr)_5rem]"
    >
      <span
        role="gridcell"
        className="flex gap-2 overflow-hidden whitespace-nowrap"
        style={{ paddingInlineStart: `${(call.depth ?? 0) * 12}px` }}
      >
        <StatusMark status={statusOf(call.status)} word={call.status} />
        <span className="font-mono text-sm">
          <ForeignText text={call.tool} />
        </span>
        <span className="overflow-hidden text-ellipsis text-muted">
          <ForeignText text={call.line ?? ''} mono />
        </span>
      </span>
      <span role="gridcell" className="max-sm:hidden">
        <StageBar timings={call.timings} left={axis(from)} width={Math.max(0.002, axis(to) - axis(from))} />
      </span>
      <span role="gridcell" className="whitespace-nowrap text-end text-sm">
        {formatDuration(to - from)}
        {person === undefined ? '' : ` (${texts.sessions.person(formatDuration(person))})`}
        {call.cost === undefined ? '' : ` ${formatMoney(call.cost)}`}
      </span>
    </div>
  )
}

/** The whole session in one strip: what was denied, failed or waited stands out, and a press goes there. */
function Overview({
  items,
  axis,
  now,
  onChoose,
}: {
  readonly items: readonly TimelineCall[]
  readonly axis: (time: number) => number
  readonly now: number
  readonly onChoose: (index: number) => void
}): ReactNode {
  const incidents = useMemo(
    () => items.map((call, index) => ({ call, index })).filter(({ call }) => isIncident(call)),
    [items],
  )
  const shown = incidents.slice(0, 300)
  return (
    <div className="relative h-7 shrink-0 border-b border-line bg-sunken" aria-hidden="true">
      {shown.map(({ call, index }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys n and N do the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys n and N do the same
        <div
          key={call.id}
          onClick={() => onChoose(index)}
          style={{ insetInlineStart: `${axis(spanOf(call, now)[0]) * 100}%` }}
          className={`absolute inset-y-1 w-1 ${call.wasAsked === true ? 'bg-ask' : 'bg-deny'}`}
        />
      ))}
    </div>
  )
}
