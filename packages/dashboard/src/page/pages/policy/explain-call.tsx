import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { write } from '../../api/request.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import { MakeTest } from './make-test.tsx'
import type { PolicyTest } from './policy-draft.ts'

interface Trace {
  readonly verdict?: string
  readonly reason?: string
  readonly rule?: string
  readonly source?: string
  readonly steps?: readonly {
    readonly step: string
    readonly verdict?: string
    readonly because?: string
    readonly source?: string
  }[]
  readonly decision?: Trace
  /** With a failure: what the policy says of the rest of the call. */
  readonly presumed?: Trace
  /** The failure that ends the call before the policy sees it. */
  readonly failure?: { readonly code?: string; readonly message?: string }
  /** The reason why the tool is not there. */
  readonly hidden?: { readonly reason: string; readonly source: string }
}

interface KnownCall {
  readonly tool: string
  readonly agent?: string | null
  readonly input?: unknown
}

/** The reasons why a call would be allowed, asked or denied: every step that looked at it, by the server's own rules. */
export function ExplainCall(): ReactNode {
  const [search] = useSearchParams()
  const [session, call] = [search.get('session'), search.get('call')]
  const isKnown = session !== null && call !== null
  const path = isKnown ? `/sessions/${encodeURIComponent(session)}/calls/${encodeURIComponent(call)}` : undefined
  const known = useLiveQuery<KnownCall>(path)
  if (isKnown && known.data === undefined && known.error === null) return null
  return (
    <ExplainForm
      key={call ?? 'new'}
      tool={known.data?.tool ?? search.get('tool') ?? ''}
      agent={known.data?.agent ?? ''}
      input={known.data?.input === undefined ? '{}' : JSON.stringify(known.data.input, null, 2)}
    />
  )
}

function ExplainForm({
  tool: given,
  agent: caller,
  input,
}: {
  readonly tool: string
  readonly agent: string
  readonly input: string
}): ReactNode {
  const [tool, setTool] = useState(given)
  const [agent, setAgent] = useState(caller)
  const [text, setText] = useState(input)
  const [explained, setExplained] = useState<{
    readonly tool: string
    readonly input: unknown
    readonly agent: { readonly agent?: string }
    readonly trace: Trace
  }>()
  const [error, setError] = useState<unknown>()
  const explain = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    try {
      const called = JSON.parse(text) as unknown
      const path = `/tools/${encodeURIComponent(tool)}/explain`
      const by = agent.trim() === '' ? {} : { agent: agent.trim() }
      const trace = await write<Trace>('POST', path, { arguments: called, ...by })
      setExplained({ tool, input: called, agent: by, trace })
    } catch (problem) {
      setError(problem)
    }
  }
  const trace = explained?.trace
  const decision = trace?.decision ?? trace?.presumed ?? (trace?.verdict === undefined ? undefined : trace)
  const expect = trace?.hidden === undefined ? decision?.verdict : 'unavailable'
  const { policy } = texts
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <form onSubmit={(event) => void explain(event)} className="flex flex-col gap-3">
        <Field label={policy.tool} mono value={tool} onChange={(event) => setTool(event.target.value)} />
        <Field label={policy.asAgent} mono value={agent} onChange={(event) => setAgent(event.target.value)} />
        <label className="flex flex-col gap-1">
          <span className="text-xs font-medium text-muted">{policy.arguments}</span>
          <textarea
            rows={8}
            className="rounded-sm border border-control bg-surface p-2 font-mono"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Button type="submit" look="filled" className="self-start">
          {texts.actions.explain}
        </Button>
        {error === undefined ? null : <ProblemNote error={error} />}
      </form>
      {trace === undefined ? null : (
        <section role="status">
          {[
            trace.failure?.message,
            trace.hidden === undefined ? undefined : `${trace.hidden.reason} ${trace.hidden.source}`,
          ]
            .filter((words) => words !== undefined)
            .map((words) => (
              <p key={words} className="mb-2 rounded-sm bg-deny-tint p-2 text-deny">
                <ForeignText text={words} />
              </p>
            ))}
          {decision === undefined ? null : <Decided decision={decision} />}
          {explained === undefined || expect === undefined || expect === 'allow' ? null : (
            <MakeTest test={testOf(explained, expect)} />
          )}
          <details className="mt-3">
            <summary>{policy.whole}</summary>
            <JsonTree value={trace} />
          </details>
        </section>
      )}
    </div>
  )
}

/** The verdict of the policy, with every step that looked at the call. */
function Decided({ decision }: { readonly decision: Trace }): ReactNode {
  return (
    <>
      <p className="text-md font-semibold">
        <StatusMark status={markOf(decision.verdict)} word={decision.verdict ?? ''} />{' '}
        <ForeignText text={decision.reason ?? ''} />
      </p>
      <p className="text-muted">
        {texts.inbox.rule} <ForeignText text={`${decision.rule ?? ''} ${decision.source ?? ''}`} mono />
      </p>
      <ol className="my-3 flex flex-col gap-1">
        {(decision.steps ?? []).map(({ step, verdict, because, source }, index) => (
          <li key={`${index} ${step}`} className="rounded-sm border border-line bg-surface p-2">
            <span className="font-mono text-sm">
              <ForeignText text={step} />
            </span>{' '}
            {verdict ?? ''} <ForeignText text={because ?? ''} /> <span className="text-muted">{source ?? ''}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Returns a test of a call: the same caller must get the same verdict. */
function testOf(
  {
    tool,
    input,
    agent,
  }: { readonly tool: string; readonly input: unknown; readonly agent: { readonly agent?: string } },
  expect: string,
): PolicyTest {
  return { tool, arguments: input, ...(agent.agent === undefined ? {} : { as: agent }), expect }
}

function markOf(verdict: string | undefined): 'ok' | 'asked' | 'denied' {
  return verdict === 'allow' ? 'ok' : verdict === 'ask' ? 'asked' : 'denied'
}
