import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { mayUse, meQuery } from '../../api/me.ts'
import { read } from '../../api/request.ts'
import { type Listing, useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { RiskMark } from '../../parts/marks.tsx'
import { MasterDetail } from '../../parts/master-detail.tsx'
import { PagedView } from '../../parts/paged-view.tsx'
import { EmptyState, QueryView } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useKeys } from '../../parts/use-keys.ts'
import { useLivePages } from '../../parts/use-live-pages.ts'
import { texts } from '../../texts/texts.ts'
import { type AnsweredApproval, type Approval, approvalOf, approvalPaths } from './approval.ts'
import { ApprovalCard } from './approval-card.tsx'
import { ApprovalClock } from './approval-clock.tsx'
import { effectOf, levelOf } from './effect-of.ts'
import { OtherRequests } from './other-requests.tsx'
import { RunGroup } from './run-group.tsx'

/** Tabs with the operation that each needs. What a person may not see is absent. */
const needs = {
  calls: 'listApprovals',
  questions: 'listQuestions',
  access: 'listMcpRequests',
  decided: 'listApprovals',
} as const
const tabs = ['calls', 'questions', 'access', 'decided'] as const

/** The page that shows what waits for a person, and whether it is safe to say yes. */
export function Page(): ReactNode {
  const [search] = useSearchParams()
  const me = useQuery(meQuery)
  const allowed = tabs.filter((id) => mayUse(me.data, needs[id]))
  const tab = allowed.find((one) => one === search.get('tab')) ?? 'calls'
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tabs label={texts.pages.inbox} tabs={allowed.map((id) => ({ id, label: texts.inbox.tabs[id] }))} current={tab} />
      {tab === 'calls' ? <Calls /> : tab === 'decided' ? <Decided /> : <OtherRequests kind={tab} key={tab} />}
    </div>
  )
}

function Calls(): ReactNode {
  // The frame reads the same, and it is begun before either: the first question waits for no further request.
  const query = useLiveQuery<Listing<AnsweredApproval>>(approvalPaths.open, ['approvals'])
  const [isWhole, setWhole] = useState(false)
  const whole = useLivePages<AnsweredApproval>(isWhole ? approvalPaths.everyOpen : undefined, ['approvals'], {
    isWhole,
  })
  return (
    <QueryView query={query}>
      {({ items, next = null }) => (
        <>
          <OpenCalls items={(whole.items.length > items.length ? whole.items : items).map(approvalOf)} />
          {next === null || isWhole ? null : (
            <p className="flex flex-wrap items-center gap-3 border-t border-line p-2">
              {texts.states.cut(items.length)}
              <Button onClick={() => setWhole(true)}>{texts.actions.moreItems}</Button>
            </p>
          )}
        </>
      )}
    </QueryView>
  )
}

function OpenCalls({ items }: { readonly items: readonly Approval[] }): ReactNode {
  const { '*': chosen } = useParams()
  const navigate = useNavigate()
  const ordered = useStableOrder(items)
  const held = useHeld(chosen === undefined || chosen === '' ? ordered[0]?.id : chosen, ordered)
  const index = ordered.findIndex(({ id }) => id === held?.id)
  const step = (by: number) => {
    const next = ordered[index + by]
    if (next !== undefined) void navigate(`/inbox/${encodeURIComponent(next.id)}`)
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    // The part that scrolls, so that the arrow keys read on.
    o: () => document.querySelector<HTMLElement>('[data-approval] > [role=group]')?.focus(),
  })
  if (ordered.length === 0 && held === undefined)
    return <EmptyState title={texts.inbox.empty}>{texts.inbox.emptyMore}</EmptyState>
  return (
    <MasterDetail
      isOpen={chosen !== undefined && chosen !== ''}
      back="/inbox"
      list={runsOf(ordered).map(([run, own]) => (
        <RunGroup key={run} approvals={own}>
          {own.map((approval) => (
            <Row key={approval.id} approval={approval} isCurrent={approval.id === held?.id} />
          ))}
        </RunGroup>
      ))}
    >
      {held === undefined ? null : <OpenCard key={held.id} approval={held} />}
    </MasterDetail>
  )
}

/** New questions are appended: what is there keeps its place, whatever expires first. */
function useStableOrder(items: readonly Approval[]): readonly Approval[] {
  const order = useRef<readonly string[]>([])
  const byId = new Map(items.map((item) => [item.id, item]))
  const known = new Set(order.current)
  const untilOf = ({ waitsUntil, answerableUntil }: Approval) => waitsUntil ?? answerableUntil
  const fresh = items.filter(({ id }) => !known.has(id)).sort((one, other) => untilOf(one) - untilOf(other))
  order.current = [...order.current.filter((id) => byId.has(id)), ...fresh.map(({ id }) => id)]
  return order.current.flatMap((id) => byId.get(id) ?? [])
}

/** Keeps the open card when its question leaves the list: it becomes a receipt in its place. */
function useHeld(id: string | undefined, items: readonly Approval[]): Approval | undefined {
  const [heldId, setHeldId] = useState(id)
  const last = useRef<Approval>(undefined)
  const { '*': chosen } = useParams()
  useEffect(() => {
    if (chosen !== undefined && chosen !== '') setHeldId(chosen)
    else setHeldId((before) => before ?? id)
  }, [chosen, id])
  const current = items.find((item) => item.id === heldId)
  if (current !== undefined) last.current = current
  const path = heldId === undefined || current !== undefined ? undefined : approvalPaths.one(heldId)
  const gone = useQuery({
    queryKey: [path ?? 'nothing', 'held'],
    queryFn: ({ signal }) => read<AnsweredApproval>(path ?? '', signal),
    enabled: path !== undefined,
    retry: false,
  })
  if (current !== undefined) return current
  if (path !== undefined && gone.data !== undefined) return approvalOf(gone.data)
  return last.current?.id === heldId && last.current !== undefined ? { ...last.current, state: 'withdrawn' } : undefined
}

function OpenCard({ approval }: { readonly approval: Approval }): ReactNode {
  return <ApprovalCard approval={approval} />
}

function runsOf(approvals: readonly Approval[]): readonly (readonly [string, readonly Approval[]])[] {
  return [...Map.groupBy(approvals, ({ principal }) => principal.run)]
}

function Row({ approval, isCurrent }: { readonly approval: Approval; readonly isCurrent: boolean }): ReactNode {
  return (
    <Link
      to={`/inbox/${encodeURIComponent(approval.id)}`}
      aria-current={isCurrent || undefined}
      className="block border-b border-line px-3 py-2 hover:bg-sunken aria-[current]:bg-accent-tint"
    >
      <span className="flex flex-wrap items-center gap-2">
        <RiskMark level={levelOf(approval)} />
        <span className="font-mono text-sm">
          <ForeignText text={approval.tool} />
        </span>
        <ApprovalClock approval={approval} />
      </span>
      <span className="foreign line-clamp-2 block">
        <ForeignText text={effectOf(approval)} />
      </span>
    </Link>
  )
}

function Decided(): ReactNode {
  const list = useLivePages<AnsweredApproval>(approvalPaths.all, ['approvals'])
  const { '*': chosen } = useParams()
  return (
    <PagedView list={list}>
      {(all) => {
        const items = all.map(approvalOf).filter(({ state }) => state !== 'open')
        return items.length === 0 ? (
          <EmptyState title={texts.inbox.noneDecided} />
        ) : (
          <MasterDetail
            isOpen={chosen !== undefined && chosen !== ''}
            back="/inbox?tab=decided"
            list={items.map((approval) => (
              <Link
                key={approval.id}
                to={`/inbox/${encodeURIComponent(approval.id)}?tab=decided`}
                aria-current={approval.id === chosen || undefined}
                className="block border-b border-line px-3 py-2 hover:bg-sunken aria-[current]:bg-accent-tint"
              >
                <span className="font-mono text-sm">
                  <ForeignText text={approval.tool} />
                </span>
                <span className="block text-muted">
                  {texts.answers[approval.settled?.answer ?? 'abort']} · {approval.settled?.by ?? texts.inbox.somebody}
                </span>
              </Link>
            ))}
          >
            {items
              .filter(({ id }) => id === (chosen || items[0]?.id))
              .map((approval) => (
                <ApprovalCard key={approval.id} approval={approval} />
              ))}
          </MasterDetail>
        )
      }}
    </PagedView>
  )
}
