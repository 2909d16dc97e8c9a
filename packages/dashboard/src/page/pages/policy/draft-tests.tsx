import { type ReactNode, useState } from 'react'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import { draftPath, type PolicyDraft, type PolicyTest } from './policy-draft.ts'

interface TestRun {
  readonly passed: number
  readonly results: readonly {
    readonly expected: string
    readonly actual: string
    readonly passed: boolean
    readonly reason: string
    readonly source: string | null
  }[]
}

const verdicts = ['allow', 'ask', 'deny', 'unavailable'] as const

/** The tests of a draft: calls with the verdicts that must come out. The server judges them; no call is made. */
export function DraftTests({
  draft: { edition, tests, problems },
  isSaved,
  onChange,
}: {
  readonly draft: PolicyDraft
  readonly isSaved: boolean
  readonly onChange: (tests: readonly PolicyTest[]) => void
}): ReactNode {
  const [outcome, setOutcome] = useState<{
    readonly edition?: string
    readonly run?: TestRun
    readonly error?: unknown
  }>({})
  const run = async () => {
    try {
      setOutcome({ edition, run: await write<TestRun>('POST', `${draftPath}/test`) })
    } catch (error) {
      setOutcome({ edition, error })
    }
  }
  // Results of another edition say nothing of this one.
  const { run: found, error } = outcome.edition === edition ? outcome : {}
  const { policy } = texts
  return (
    <section aria-label={policy.tests}>
      <h2 className="mb-1 font-semibold">{policy.tests}</h2>
      {tests.length === 0 ? <p className="text-muted">{policy.noTests}</p> : null}
      <ol className="flex flex-col gap-2">
        {tests.map((test, index) => (
          <li key={`${index} ${test.tool}`} className="rounded-sm border border-line bg-surface p-2">
            <p className="font-mono text-sm">
              <ForeignText text={nameOf(test)} />
            </p>
            <p className="my-1 flex flex-wrap items-center gap-3">
              <Choice
                label={policy.expected}
                value={test.expect}
                options={verdicts.map((verdict) => [verdict, verdict] as const)}
                onChange={(expect) => onChange(tests.with(index, { ...test, expect }))}
              />
              <Button onClick={() => onChange(tests.toSpliced(index, 1))}>{policy.removeTest}</Button>
            </p>
            <Result result={found?.results[index]} />
          </li>
        ))}
      </ol>
      {tests.length === 0 ? null : (
        <Button className="mt-2" inert={!isSaved || problems.length > 0} onClick={() => void run()}>
          {policy.runTests}
        </Button>
      )}
      <div role="status">
        {found === undefined ? null : (
          <p className="font-semibold">{policy.tested(found.passed, found.results.length)}</p>
        )}
      </div>
      {error === undefined ? null : <ProblemNote error={error} />}
    </section>
  )
}

function Result({ result }: { readonly result: TestRun['results'][number] | undefined }): ReactNode {
  if (result === undefined) return null
  const { passed, expected, actual, reason, source } = result
  return (
    <p>
      <StatusMark status={passed ? 'ok' : 'failed'} word={texts.policy.testResult(passed, expected, actual)} />{' '}
      <ForeignText text={`${reason} ${source ?? ''}`} />
    </p>
  )
}

function nameOf({ name, tool, arguments: given, as }: PolicyTest): string {
  const caller = as === undefined ? '' : ` ${texts.policy.as(Object.values(as).join(', '))}`
  return name ?? `${tool} ${JSON.stringify(given ?? {})}${caller}`
}
