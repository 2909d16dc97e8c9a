import { type ReactNode, useState } from 'react'
import { send } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { Modal } from '../../parts/modal.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { Ago } from '../../parts/time.tsx'
import { formatNumber } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { PolicyChanges } from './policy-changes.tsx'
import { etagOf, type PolicyDraft } from './policy-draft.ts'

/** The answer to a policy that was applied: its version, and the nodes that have it in force. */
export interface Applied {
  readonly version: number
  readonly nodes: {
    readonly inForce: readonly string[]
    readonly waiting: readonly { readonly id: string; readonly problem: string | null }[]
  }
}

/** Shows once more what changes, and applies it. If somebody else was first, nothing changes and the draft shows both sides. */
export function ApplyForm({
  draft,
  onApplied,
  onClose,
}: {
  readonly draft: PolicyDraft
  readonly onApplied: (applied: Applied) => void
  readonly onClose: () => void
}): ReactNode {
  const [note, setNote] = useState(draft.note ?? '')
  const [error, setError] = useState<unknown>()
  const { policy } = texts
  const apply = async () => {
    setError(undefined)
    try {
      const body = note.trim() === '' ? {} : { note }
      const { body: applied } = await send<Applied>('POST', '/policy/apply', { body, ifMatch: etagOf(draft.edition) })
      onClose()
      onApplied(applied)
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Modal title={policy.apply} onClose={onClose} wide>
      <PolicyChanges changes={draft.changes} />
      {draft.wider ? <p className="my-2 text-ask">▲ {policy.widerMore}</p> : null}
      <p className="my-2">
        {draft.simulation === null ? (
          <strong className="text-ask">{policy.notSimulated}</strong>
        ) : (
          <>
            {policy.simulated(formatNumber(draft.simulation.calls), formatNumber(draft.simulation.changed))}{' '}
            <Ago time={draft.simulation.at} />
          </>
        )}
      </p>
      <div className="my-3">
        <Field label={policy.note} value={note} onChange={(event) => setNote(event.target.value)} />
      </div>
      {error === undefined ? null : <ProblemNote error={error} />}
      <Button look="filled" onClick={() => void apply()}>
        {policy.applyNow}
      </Button>
    </Modal>
  )
}

/** Says which nodes have the policy in force. */
export function AppliedNote({ applied: { version, nodes } }: { readonly applied: Applied }): ReactNode {
  const { policy } = texts
  return (
    <div role="status" className="mb-3 rounded-md border border-line bg-allow-tint p-3">
      <p className="font-semibold">{policy.applied(version, nodes.inForce.length)}</p>
      {nodes.waiting.map(({ id, problem }) => (
        <p key={id} className="text-ask">
          ? <ForeignText text={policy.nodeWaits(id, problem ?? '')} />
        </p>
      ))}
    </div>
  )
}
