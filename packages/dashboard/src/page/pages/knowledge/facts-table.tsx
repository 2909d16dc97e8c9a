import type { ReactNode } from 'react'
import { useCan } from '../../api/me.ts'
import { Button } from '../../parts/button.tsx'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { formatTime } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import type { Fact } from './knowledge.ts'

/** Something that a person does about everything that one source said. */
export interface SourceAction {
  readonly kind: 'forget' | 'vouch'
  readonly source: string
}

/** The facts of the picture as a table, with who said each and the words in which they did. */
export function FactsTable({
  facts,
  onChoose,
  onAct,
}: {
  readonly facts: readonly Fact[]
  readonly onChoose: (entity: string) => void
  readonly onAct: (action: SourceAction) => void
}): ReactNode {
  const { knowledge } = texts
  if (facts.length === 0) return <EmptyState title={knowledge.noFacts} />
  return (
    <section tabIndex={0} aria-label={knowledge.table} className="overflow-x-auto">
      <table className="w-full min-w-[44rem] bg-surface">
        <ColumnHeads columns={knowledge.columns} />
        <tbody>
          {facts.map((fact) => (
            <Row
              key={`${fact.subject_id} ${fact.relation} ${fact.object_id} ${fact.valid_from ?? ''}`}
              fact={fact}
              onChoose={onChoose}
              onAct={onAct}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({
  fact: { subject, subject_id, relation, object, object_id, valid_from, valid_to, state, trust, sources, quote },
  onChoose,
  onAct,
}: {
  readonly fact: Fact
  readonly onChoose: (entity: string) => void
  readonly onAct: (action: SourceAction) => void
}): ReactNode {
  const { knowledge, resources } = texts
  const [mayForget, mayVouch] = [useCan('forgetKnowledge'), useCan('vouchForKnowledge')]
  const isForeign = trust === 'untrusted'
  return (
    <tr className={`border-t border-line align-top ${isForeign ? 'bg-foreign-tint' : ''}`}>
      <th scope="row" className="px-3 py-1 text-start font-normal">
        <EntityName id={subject_id} name={subject} onChoose={onChoose} /> <ForeignText text={relation} oneLine />{' '}
        <EntityName id={object_id} name={object} onChoose={onChoose} />
        {quote === undefined ? null : (
          <p className="text-muted">
            “<ForeignText text={quote} />”
          </p>
        )}
      </th>
      <td className="px-3 py-1">
        {valid_from === undefined && valid_to === undefined ? '–' : null}
        {valid_from === undefined ? null : <p>{knowledge.since(formatTime(valid_from))}</p>}
        {valid_to === undefined ? null : <p>{knowledge.until(formatTime(valid_to))}</p>}
      </td>
      <td className="px-3 py-1">
        {state === 'conflict' ? <StatusMark status="asked" word={knowledge.conflict} /> : null}
        {isForeign ? <span className="font-medium text-foreign">{texts.words.untrusted}</span> : null}
        {state !== 'conflict' && !isForeign ? <StatusMark status="ok" word={knowledge.settled} /> : null}
      </td>
      <td className="px-3 py-1">
        {sources.map((source) => (
          <div key={source} className="flex flex-wrap items-center gap-2">
            <ForeignText text={source} mono />
            {isForeign && mayVouch ? (
              <Button aria-label={`${resources.vouch}: ${source}`} onClick={() => onAct({ kind: 'vouch', source })}>
                {resources.vouch}
              </Button>
            ) : null}
            {mayForget ? (
              <Button
                look="deny"
                aria-label={`${resources.forget}: ${source}`}
                onClick={() => onAct({ kind: 'forget', source })}
              >
                {resources.forget}
              </Button>
            ) : null}
          </div>
        ))}
      </td>
    </tr>
  )
}

function EntityName({
  id,
  name,
  onChoose,
}: {
  readonly id: string
  readonly name: string
  readonly onChoose: (entity: string) => void
}): ReactNode {
  return (
    <button type="button" className="min-h-6 text-accent underline" onClick={() => onChoose(id)}>
      <ForeignText text={name} oneLine />
    </button>
  )
}
