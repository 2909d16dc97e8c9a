import { type ReactNode, useState } from 'react'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import { ChangedCalls, type Simulation } from './changed-calls.tsx'
import { draftPath, type PolicyDraft } from './policy-draft.ts'

const days = { '1': '24h', '7': '7d', '30': '30d' } as const

/** Tries the draft on recorded calls. The server judges, by the same rules as real calls. */
export function SimulateDraft({
  draft,
  isSaved,
  onSimulated,
}: {
  readonly draft: PolicyDraft
  readonly isSaved: boolean
  readonly onSimulated: () => void
}): ReactNode {
  const [range, setRange] = useState<string>('7')
  const [outcome, setOutcome] = useState<{
    readonly found?: Simulation
    readonly error?: unknown
    isRunning?: boolean
  }>({})
  const simulate = async () => {
    setOutcome({ isRunning: true })
    try {
      setOutcome({ found: await write<Simulation>('POST', `${draftPath}/simulate`, { days: Number(range) }) })
      onSimulated()
    } catch (error) {
      setOutcome({ error })
    }
  }
  const { policy } = texts
  return (
    <div>
      <h2 className="mb-1 font-semibold">{policy.trial}</h2>
      <p className="mb-2 text-muted">{policy.simulateMore}</p>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Choice
          label={policy.sessions}
          value={range}
          options={Object.entries(days).map(([value, name]) => [value, texts.overview.ranges[name]] as const)}
          onChange={setRange}
        />
        <Button
          inert={!isSaved || draft.problems.length > 0 || outcome.isRunning === true}
          onClick={() => void simulate()}
        >
          {policy.simulate}
        </Button>
      </div>
      {outcome.error === undefined ? null : <ProblemNote error={outcome.error} />}
      {outcome.found === undefined ? null : <ChangedCalls found={outcome.found} />}
    </div>
  )
}
