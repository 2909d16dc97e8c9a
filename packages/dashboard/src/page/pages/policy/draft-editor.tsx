import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { send, write } from '../../api/request.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState, ProblemNote, QueryView } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import { type Applied, AppliedNote, ApplyForm } from './apply-form.tsx'
import { DraftTests } from './draft-tests.tsx'
import { MergeView } from './merge-view.tsx'
import { PolicyChanges, PolicyProblems } from './policy-changes.tsx'
import { draftPath, etagOf, type PolicyDraft, type PolicyTest, policyText } from './policy-draft.ts'
import { SimulateDraft } from './simulate-draft.tsx'

/** The draft of the policy in the database: written, tried, compared and applied here. */
export function DraftEditor(): ReactNode {
  const query = useLiveQuery<PolicyDraft>(draftPath, ['policy'])
  const [applied, setApplied] = useState<Applied>()
  const client = useQueryClient()
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/policy') })
  const hasNone = query.error !== null && problemOf(query.error).code === 'not_found'
  if (hasNone)
    return (
      <>
        {applied === undefined ? null : <AppliedNote applied={applied} />}
        <NoDraft onBegun={() => void refresh()} />
      </>
    )
  return (
    <QueryView query={query}>
      {(draft) => (
        <Editor
          draft={draft}
          onChanged={() => void refresh()}
          onApplied={(outcome) => {
            setApplied(outcome)
            void refresh()
          }}
        />
      )}
    </QueryView>
  )
}

function NoDraft({ onBegun }: { readonly onBegun: () => void }): ReactNode {
  const [error, setError] = useState<unknown>()
  const begin = async () => {
    try {
      await write('POST', draftPath)
      onBegun()
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <EmptyState title={texts.policy.noDraft}>
      <p className="mb-3">{texts.policy.draftMore}</p>
      <Button look="filled" onClick={() => void begin()}>
        {texts.policy.begin}
      </Button>
      {error === undefined ? null : <ProblemNote error={error} />}
    </EmptyState>
  )
}

function Editor({
  draft,
  onChanged,
  onApplied,
}: {
  readonly draft: PolicyDraft
  readonly onChanged: () => void
  readonly onApplied: (applied: Applied) => void
}): ReactNode {
  const [text, setText] = useState(policyText(draft.policy))
  const [edition, setEdition] = useState(draft.edition)
  const [error, setError] = useState<unknown>()
  const [isApplying, setApplying] = useState(false)
  const isSaved = text === policyText(draft.policy)
  const isSame = draft.changes.length === 0 && JSON.stringify(draft.tests) === JSON.stringify(draft.current.tests)
  const { policy } = texts
  /** Changes the edition that was read here, so that a draft of another window is not overwritten. */
  const save = async (base?: number) => {
    setError(undefined)
    try {
      const content = { policy: JSON.parse(text) as unknown, ...(base === undefined ? {} : { base }) }
      const { body } = await send<PolicyDraft>('PUT', draftPath, { body: content, ifMatch: etagOf(edition) })
      setEdition(body.edition)
      setText(policyText(body.policy))
      onChanged()
    } catch (problem) {
      setError(problem)
    }
  }
  /** Saves the tests, and leaves what is written here and not saved. */
  const saveTests = async (tests: readonly PolicyTest[]) => {
    setError(undefined)
    try {
      const content = { policy: draft.policy, tests }
      const { body } = await send<PolicyDraft>('PUT', draftPath, { body: content, ifMatch: etagOf(edition) })
      setEdition(body.edition)
      onChanged()
    } catch (problem) {
      setError(problem)
    }
  }
  const discard = async () => {
    setError(undefined)
    try {
      await send('DELETE', draftPath, { ifMatch: etagOf(draft.edition) })
      onChanged()
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <section>
        {draft.isStale ? (
          <MergeView draft={draft} text={text} onTake={setText} onMerged={() => void save(draft.current.version)} />
        ) : null}
        <label className="flex flex-col gap-1">
          <span className="font-semibold">{policy.draft}</span>
          <textarea
            rows={18}
            spellCheck={false}
            className="rounded-sm border border-control bg-surface p-2 font-mono text-sm"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div className="my-2 flex flex-wrap gap-3">
          <Button onClick={() => void save()}>{policy.saveDraft}</Button>
          <Button
            look="filled"
            inert={!isSaved || draft.isStale || draft.problems.length > 0 || isSame}
            onClick={() => setApplying(true)}
          >
            {policy.apply}
          </Button>
          <Button look="deny" onClick={() => void discard()}>
            {policy.discard}
          </Button>
        </div>
        {isSaved ? null : <p className="text-ask">{policy.unsaved}</p>}
        {error === undefined ? null : <ProblemNote error={error} />}
      </section>
      <section className="flex flex-col gap-4">
        <div role="status">
          <PolicyProblems problems={draft.problems} warnings={draft.warnings} />
        </div>
        <div>
          <h2 className="mb-1 font-semibold">{policy.changesOf(draft.current.version)}</h2>
          <PolicyChanges changes={draft.changes} />
        </div>
        <DraftTests draft={draft} isSaved={isSaved} onChange={(tests) => void saveTests(tests)} />
        <SimulateDraft draft={draft} onSimulated={onChanged} isSaved={isSaved} />
      </section>
      {isApplying ? <ApplyForm draft={draft} onApplied={onApplied} onClose={() => setApplying(false)} /> : null}
    </div>
  )
}
