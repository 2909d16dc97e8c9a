import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { write } from '../api/request.ts'
import { useLiveQuery } from '../api/use-live-query.ts'
import { Button } from '../parts/button.tsx'
import { ForeignText, UntrustedBlock } from '../parts/foreign-text.tsx'
import { EmptyState, ProblemNote, QueryView } from '../parts/states.tsx'
import { formatNumber } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'

interface Count {
  readonly name: string
  readonly count: number
}

interface FlowReport {
  readonly mode: string
  readonly judged?: number
  readonly wouldAsk: number
  readonly bySink: readonly Count[]
  readonly bySource: readonly Count[]
  readonly byTool?: readonly Count[]
  readonly examples: readonly {
    readonly call: string
    readonly session: string
    readonly tool: string
    readonly value?: string
    readonly because: string
    readonly excerpt?: string
  }[]
  readonly vouched: readonly { readonly id: string; readonly value: string; readonly kind: string }[]
}

/** The page that shows where the words of strangers try to decide. */
export function Page(): ReactNode {
  const query = useLiveQuery<FlowReport>('/flow/report', ['flow'])
  return <QueryView query={query}>{(report) => <Report report={report} />}</QueryView>
}

function Report({ report }: { readonly report: FlowReport }): ReactNode {
  const { flowPage } = texts
  const { mode, wouldAsk, bySink, bySource, byTool = [], examples, vouched } = report
  return (
    <div className="p-4">
      <p className="mb-3 text-md font-semibold">
        {flowPage.mode(mode)} · {flowPage.wouldAsk(formatNumber(wouldAsk))}
      </p>
      {wouldAsk === 0 ? <EmptyState title={flowPage.empty} /> : null}
      <div className="grid gap-4 lg:grid-cols-3">
        <Counts title={flowPage.bySink} counts={bySink} />
        <Counts title={flowPage.bySource} counts={bySource} />
        <Counts title={flowPage.byTool} counts={byTool} />
      </div>
      <h2 className="mb-2 mt-4 text-md font-semibold">{flowPage.examples}</h2>
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
            {excerpt === undefined ? null : (
              <UntrustedBlock>
                <ForeignText text={excerpt} />
              </UntrustedBlock>
            )}
          </li>
        ))}
      </ul>
      <Vouched vouched={vouched} />
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

function Vouched({ vouched }: Pick<FlowReport, 'vouched'>): ReactNode {
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const revoke = async (id: string) => {
    setError(undefined)
    try {
      await write('DELETE', `/flow/vouch/${encodeURIComponent(id)}`)
    } catch (problem) {
      setError(problem)
    }
    void client.invalidateQueries({ queryKey: ['/flow/report'] })
  }
  return (
    <section>
      <h2 className="mb-2 mt-4 text-md font-semibold">{texts.flowPage.vouched}</h2>
      {error === undefined ? null : <ProblemNote error={error} />}
      {vouched.length === 0 ? <p className="text-muted">{texts.flowPage.noneVouched}</p> : null}
      <ul>
        {vouched.map(({ id, value, kind }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line py-1">
            <ForeignText text={`${kind} ${value}`} mono />
            <Button className="ms-auto" onClick={() => void revoke(id)}>
              {texts.resources.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
