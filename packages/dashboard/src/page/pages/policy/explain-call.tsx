import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../api/me.ts'
import { send, write } from '../../api/request.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'

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
}

interface KnownCall {
  readonly tool: string
  readonly input?: unknown
}

/** The reasons why a call would be allowed, asked or denied: every step that looked at it, by the server's own rules. */
export function ExplainCall(): ReactNode {
  const [search] = useSearchParams()
  const call = search.get('call')
  const known = useLiveQuery<KnownCall>(call === null ? undefined : `/calls/${encodeURIComponent(call)}`)
  if (call !== null && known.data === undefined && known.error === null) return null
  return (
    <ExplainForm
      key={call ?? 'new'}
      tool={known.data?.tool ?? search.get('tool') ?? ''}
      input={known.data?.input === undefined ? '{}' : JSON.stringify(known.data.input, null, 2)}
    />
  )
}

function ExplainForm({ tool: given, input }: { readonly tool: string; readonly input: string }): ReactNode {
  const [tool, setTool] = useState(given)
  const [text, setText] = useState(input)
  const [trace, setTrace] = useState<Trace>()
  const [error, setError] = useState<unknown>()
  const [saved, setSaved] = useState(false)
  const mayEdit = useCan('savePolicyDraft')
  const explain = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    try {
      const body = { arguments: JSON.parse(text) as unknown }
      setTrace(await write<Trace>('POST', `/tools/${encodeURIComponent(tool)}/explain`, body))
    } catch (problem) {
      setError(problem)
    }
  }
  const makeTest = async () => {
    setError(undefined)
    try {
      const { body, etag } = await send<{ policy?: { tests?: readonly unknown[] } }>('GET', '/policy/draft')
      const verdict = (trace?.decision ?? trace)?.verdict
      const test = { tool, arguments: JSON.parse(text) as unknown, expect: verdict }
      const policy = { ...body.policy, tests: [...(body.policy?.tests ?? []), test] }
      await send('PUT', '/policy/draft', { body: { policy }, ...(etag === undefined ? {} : { ifMatch: etag }) })
      setSaved(true)
    } catch (problem) {
      setError(problem)
    }
  }
  const decision = trace?.decision ?? trace
  const { policy } = texts
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <form onSubmit={(event) => void explain(event)} className="flex flex-col gap-3">
        <Field label={policy.tool} mono value={tool} onChange={(event) => setTool(event.target.value)} />
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
      {decision === undefined ? null : (
        <section role="status">
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
          {mayEdit ? <Button onClick={() => void makeTest()}>{policy.makeTest}</Button> : null}
          {saved ? <p className="text-allow">{policy.testMade}</p> : null}
          <details className="mt-3">
            <summary>{policy.whole}</summary>
            <JsonTree value={trace} />
          </details>
        </section>
      )}
    </div>
  )
}

function markOf(verdict: string | undefined): 'ok' | 'asked' | 'denied' {
  return verdict === 'allow' ? 'ok' : verdict === 'ask' ? 'asked' : 'denied'
}
