import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { Modal } from '../../parts/modal.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import { type Approval, approvalPaths } from './approval.ts'
import { effectOf } from './effect-of.ts'
import { hostNames, mixesLetters } from './host-names.ts'
import { isMarked } from './is-marked.ts'
import { isDeliberateClick, useArmed } from './use-armed.ts'

/** The questions of one run. All of them can be denied at once; those that are alike and harmless can be allowed once each. */
export function RunGroup({
  approvals,
  children,
}: {
  readonly approvals: readonly Approval[]
  readonly children: ReactNode
}): ReactNode {
  const [asked, setAsked] = useState<'deny' | 'allow_once'>()
  const [first] = approvals
  if (first === undefined) return null
  const { agent, run } = first.principal
  return (
    <section aria-label={`${agent ?? ''} ${run}`}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-1">
        <h2 className="me-auto text-xs font-medium text-muted">
          <ForeignText text={agent ?? texts.inbox.noAgent} /> · {texts.inbox.run} <ForeignText text={run} mono /> (
          {approvals.length})
        </h2>
        {approvals.length < 2 ? null : (
          <Button onClick={() => setAsked('deny')}>{texts.inbox.denyAll(approvals.length)}</Button>
        )}
        {areAlike(approvals) ? (
          <Button onClick={() => setAsked('allow_once')}>{texts.inbox.allowEach(approvals.length)}</Button>
        ) : null}
      </div>
      {children}
      {asked === undefined ? null : (
        <BatchModal approvals={approvals} answer={asked} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

/** Returns true if questions may be answered together: same tool, same scope, nothing marked, nothing cut, no evidence. */
function areAlike(approvals: readonly Approval[]): boolean {
  const [first] = approvals
  if (first === undefined || approvals.length < 2) return false
  const scopeOf = ({ offers }: Approval) => JSON.stringify(offers)
  return approvals.every(
    (one) =>
      one.tool === first.tool &&
      scopeOf(one) === scopeOf(first) &&
      one.complete &&
      !one.dangerous &&
      one.flow?.verdict !== 'ask' &&
      one.parts.every((part) => !isMarked(part) && !isDeceptive(part)),
  )
}

function isDeceptive({ kind, text }: Approval['parts'][number]): boolean {
  return mixesLetters(text) || (kind === 'host' && hostNames(text) !== undefined)
}

/** The number of answers that one request may have. */
const batchSize = 50

/** Lists exactly the questions whose answers are sent: one that comes meanwhile is not among them. */
function BatchModal({
  approvals,
  answer,
  onClose,
}: {
  readonly approvals: readonly Approval[]
  readonly answer: 'deny' | 'allow_once'
  readonly onClose: () => void
}): ReactNode {
  const [listed] = useState(approvals)
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const armed = useArmed(answer)
  const decide = async (event: MouseEvent<HTMLElement>) => {
    if (!isDeliberateClick(event, armed.armedAt())) return
    const decisions = listed.map(({ id, digest }) => ({ id, answer, digest }))
    try {
      for (let from = 0; from < decisions.length; from += batchSize)
        await write('POST', '/approvals/decisions', { decisions: decisions.slice(from, from + batchSize) })
      onClose()
    } catch (problem) {
      setError(problem)
    } finally {
      void client.invalidateQueries({ queryKey: [approvalPaths.open] })
    }
  }
  const title = answer === 'deny' ? texts.inbox.denyAll(listed.length) : texts.inbox.allowEach(listed.length)
  return (
    <Modal title={title} onClose={onClose}>
      <ul className="mb-3 list-disc ps-5">
        {listed.map((approval) => (
          <li key={approval.id}>
            <ForeignText text={`${approval.tool} ${effectOf(approval)}`} />
            <p className="font-mono text-sm text-muted">
              <ForeignText text={approval.parts.map(({ text }) => text).join('\n')} />
            </p>
            {answer === 'deny' ? null : <JsonTree value={approval.input} />}
          </li>
        ))}
      </ul>
      {error === undefined ? null : <ProblemNote error={error} />}
      <Button
        look={answer === 'deny' ? 'deny' : 'outlined'}
        inert={!armed.isArmed}
        onClick={(event) => void decide(event)}
      >
        {title}
      </Button>
    </Modal>
  )
}
