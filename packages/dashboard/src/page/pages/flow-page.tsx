import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLiveQuery } from '../api/use-live-query.ts'
import { ForeignText, UntrustedBlock } from '../parts/foreign-text.tsx'
import { EmptyState, QueryView } from '../parts/states.tsx'
import { formatNumber } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'

interface Count {
  readonly name: string
  readonly count: number
}

interface FlowReport {
  readonly sessions: number
  readonly judged: number
  readonly wouldAsk: number
  readonly bySink: readonly Count[]
  readonly bySource: readonly Count[]
  readonly byTool?: readonly Count[]
  readonly examples: readonly {
    readonly call: string
    readonly session: string
    readonly tool: string
    readonly value: string | null
    readonly because: string
    readonly excerpt: string | null
  }[]
}

/** The page that shows where the words of strangers try to decide. */
export function Page(): ReactNode {
  const query = useLiveQuery<FlowReport>('/flow/report')
  return <QueryView query={query}>{(report) => <Report report={report} />}</QueryView>
}

function Report({ report }: { readonly report: FlowReport }): ReactNode {
  const { flowPage } = texts
  const { sessions, judged, wouldAsk, bySink, bySource, byTool = [], examples } = report
  return (
    <div className="p-4">
      <p className="mb-3 text-md font-semibold">
        {flowPage.wouldAsk(formatNumber(wouldAsk))} · {flowPage.looked(formatNumber(sessions), formatNumber(judged))}
      </p>
      {wouldAsk === 0 ? <EmptyState title={flowPage.empty}>{flowPage.emptyHint}</EmptyState> : null}
      <div className="grid gap-4 lg:grid-cols-3">
        <Counts title={flowPage.bySink} counts={bySink} />
        <Counts title={flowPage.bySource} counts={bySource} />
        <Counts title={flowPage.byTool} counts={byTool} />
      </div>
      {examples.length === 0 ? null : <h2 className="mb-2 mt-4 text-md font-semibold">{flowPage.examples}</h2>}
      <ul className="flex flex-col gap-2">
        {examples.map(({ call, session, tool, value, because, excerpt }) => (
          <li key={`${call} ${value}`} className="rounded-md border border-line bg-surface p-3">
            <Link
              className="font-mono text-sm text-accent underline"
              to={`/sessions/${encodeURIComponent(session)}?call=${encodeURIComponent(call)}`}
            >
              <ForeignText text={tool} />
            </Link>{' '}
            <strong>
              <ForeignText text={value ?? ''} mono />
            </strong>{' '}
            <ForeignText text={because} />
            {excerpt === null ? null : (
              <UntrustedBlock>
                <ForeignText text={excerpt} />
              </UntrustedBlock>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Counts({ title, counts }: { readonly title: string; readonly counts: readonly Count[] }): ReactNode {
  const most = Math.max(1, ...counts.map(({ count }) => count))
  if (counts.length === 0) return null
  return (
    <section className="rounded-md border border-line bg-surface p-3">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)_3rem] items-center gap-2">
        {counts.map(({ name, count }) => (
          <div key={name} className="contents">
            <dt>
              <ForeignText text={name} />
            </dt>
            <dd className="h-3 bg-foreign" style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
            <dd className="text-end">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
