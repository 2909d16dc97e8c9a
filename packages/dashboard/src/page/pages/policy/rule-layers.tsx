import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../api/me.ts'
import { send, write } from '../../api/request.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { DiffView } from '../../parts/diff-view.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { Modal } from '../../parts/modal.tsx'
import { ProblemNote, QueryView } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'

interface Layer {
  readonly name: string
  readonly source?: string
  readonly isEditable?: boolean
  readonly rules: readonly { readonly id?: string; readonly at?: string }[]
}

interface Draft {
  readonly policy: unknown
  readonly hash?: string
  readonly by?: string
}

interface Checked {
  readonly problems: readonly { readonly at?: string; readonly detail: string }[]
  readonly diff?: string
  readonly widens?: readonly string[]
  readonly tests?: { readonly passed: number; readonly failed: number }
}

/** The rules by layer. Files are read-only and say their line; the layer of the database is edited here, as a draft. */
export function RuleLayers(): ReactNode {
  const query = useLiveQuery<{ items: readonly Layer[] }>('/policy/layers', ['policy'])
  const may = useCan('savePolicyDraft')
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <QueryView query={query}>
        {({ items }) => (
          <div>
            {items.map(({ name, source, rules }) => (
              <section key={name} className="mb-4">
                <h2 className="font-semibold">
                  <ForeignText text={`${name} ${source ?? ''}`} />
                </h2>
                <ul>
                  {rules.map((rule, index) => (
                    <li key={rule.id ?? index} className="rounded-sm border border-line bg-surface p-2">
                      {rule.at === undefined ? null : <span className="text-xs text-muted">{rule.at}</span>}
                      <JsonTree value={rule} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </QueryView>
      {may ? <DraftEditor /> : null}
    </div>
  )
}

function DraftEditor(): ReactNode {
  const query = useLiveQuery<Draft>('/policy/draft', ['policy'])
  return <QueryView query={query}>{(draft) => <DraftForm key={draft.hash ?? 'draft'} draft={draft} />}</QueryView>
}

function DraftForm({ draft }: { readonly draft: Draft }): ReactNode {
  const [text, setText] = useState(JSON.stringify(draft.policy ?? {}, null, 2))
  const [checked, setChecked] = useState<Checked>()
  const [error, setError] = useState<unknown>()
  const [isApplying, setApplying] = useState(false)
  const client = useQueryClient()
  const { policy } = texts
  const save = async () => {
    setError(undefined)
    try {
      const body = { policy: JSON.parse(text) as unknown }
      const { etag } = await send('GET', '/policy/draft')
      await send('PUT', '/policy/draft', { body, ...(etag === undefined ? {} : { ifMatch: etag }) })
      setChecked(await write<Checked>('POST', '/policy/check', body))
      void client.invalidateQueries({ queryKey: ['/policy/draft'] })
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <section>
      <label className="flex flex-col gap-1">
        <span className="font-semibold">{policy.draft(draft.by ?? '')}</span>
        <textarea
          rows={20}
          spellCheck={false}
          className="rounded-sm border border-control bg-surface p-2 font-mono text-sm"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="my-2 flex gap-3">
        <Button onClick={() => void save()}>{policy.saveDraft}</Button>
        <Button inert={checked === undefined || checked.problems.length > 0} onClick={() => setApplying(true)}>
          {policy.apply}
        </Button>
      </div>
      {error === undefined ? null : <ProblemNote error={error} />}
      {checked === undefined ? null : <CheckResult checked={checked} />}
      {isApplying ? <ApplyForm draft={draft} checked={checked} onClose={() => setApplying(false)} /> : null}
    </section>
  )
}

function CheckResult({ checked: { problems, diff, widens = [], tests } }: { readonly checked: Checked }): ReactNode {
  const { policy } = texts
  return (
    <div role="status">
      {problems.length === 0 ? <p className="text-allow">{policy.noProblems}</p> : null}
      {problems.map(({ at, detail }) => (
        <p key={`${at} ${detail}`} className="text-deny">
          <ForeignText text={`${at ?? ''} ${detail}`} />
        </p>
      ))}
      {widens.map((line) => (
        <p key={line} className="text-ask">
          ▲ {policy.wider} <ForeignText text={line} />
        </p>
      ))}
      {tests === undefined ? null : <p>{policy.tests(tests.passed, tests.failed)}</p>}
      {diff === undefined ? null : <DiffView text={diff} />}
    </div>
  )
}

function ApplyForm({
  draft,
  checked,
  onClose,
}: {
  readonly draft: Draft
  readonly checked: Checked | undefined
  readonly onClose: () => void
}): ReactNode {
  const [note, setNote] = useState('')
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const apply = async () => {
    setError(undefined)
    try {
      const { etag } = await send('GET', '/policy')
      const body = { draftHash: draft.hash, note }
      await send('POST', '/policy/apply', {
        body,
        ...(etag === undefined ? {} : { ifMatch: etag }),
        idempotencyKey: crypto.randomUUID(),
      })
      void client.invalidateQueries()
      onClose()
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Modal title={texts.policy.apply} onClose={onClose} wide>
      {checked === undefined ? null : <CheckResult checked={checked} />}
      <label className="my-3 flex flex-col gap-1">
        <span className="text-xs font-medium text-muted">{texts.policy.note}</span>
        <input
          className="min-h-9 rounded-sm border border-control bg-surface px-2"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      {error === undefined ? null : <ProblemNote error={error} />}
      <Button onClick={() => void apply()}>{texts.policy.apply}</Button>
    </Modal>
  )
}
