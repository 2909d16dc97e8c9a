import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCan } from '../../api/me.ts'
import { write } from '../../api/request.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { PagedView } from '../../parts/paged-view.tsx'
import { EmptyState, ProblemNote, QueryView } from '../../parts/states.tsx'
import { Ago } from '../../parts/time.tsx'
import { useLivePages } from '../../parts/use-live-pages.ts'
import { texts } from '../../texts/texts.ts'
import { PolicyChanges } from './policy-changes.tsx'
import { draftPath, type PolicyChange } from './policy-draft.ts'

interface Version {
  readonly version: number
  readonly by: string
  readonly at: string | number
  readonly note: string | null
  readonly changed: readonly (readonly string[])[]
}

/** Every version that the database held. Going back makes a draft, which is reviewed like any other. */
export function PolicyHistory(): ReactNode {
  const list = useLivePages<Version>('/policy/versions', ['policy'])
  const [search, setSearch] = useSearchParams()
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const may = useCan('createPolicyDraft')
  const open = search.get('version')
  const restore = async (version: number) => {
    setError(undefined)
    try {
      await write('POST', draftPath, { version })
      void client.invalidateQueries({ queryKey: [draftPath] })
      void navigate('/policy?tab=draft')
    } catch (problem) {
      setError(problem)
    }
  }
  const { policy } = texts
  return (
    <PagedView list={list}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState title={policy.noHistory} />
        ) : (
          <>
            {error === undefined ? null : <ProblemNote error={error} />}
            <ol className="flex flex-col gap-2">
              {items.map(({ version, by, at, note, changed }) => (
                <li key={version} className="rounded-md border border-line bg-surface p-3">
                  <p className="flex flex-wrap items-center gap-3">
                    <strong>#{version}</strong> <ForeignText text={by} oneLine /> <Ago time={at} />
                    <ForeignText text={note ?? ''} />
                    <span className="ms-auto flex flex-wrap gap-3">
                      <Button
                        aria-expanded={open === String(version)}
                        onClick={() =>
                          setSearch({
                            tab: 'history',
                            ...(open === String(version) ? {} : { version: String(version) }),
                          })
                        }
                      >
                        {policy.compare}
                      </Button>
                      {may ? <Button onClick={() => void restore(version)}>{policy.restore}</Button> : null}
                    </span>
                  </p>
                  <p className="font-mono text-sm text-muted">
                    <ForeignText text={changed.map((path) => path.join('.')).join(', ')} />
                  </p>
                  {open === String(version) ? <Compared version={version} /> : null}
                </li>
              ))}
            </ol>
          </>
        )
      }
    </PagedView>
  )
}

/** The changes that a version made, and those since. */
function Compared({ version }: { readonly version: number }): ReactNode {
  const query = useLiveQuery<{ changes: readonly PolicyChange[]; fromHere: readonly PolicyChange[] }>(
    `/policy/versions/${version}`,
  )
  const { policy } = texts
  return (
    <QueryView query={query}>
      {({ changes, fromHere }) => (
        <div className="mt-2 grid gap-4 lg:grid-cols-2">
          <div>
            <h2 className="mb-1 font-semibold">{policy.changedHere}</h2>
            <PolicyChanges changes={changes} />
          </div>
          <div>
            <h2 className="mb-1 font-semibold">{policy.changedSince}</h2>
            <PolicyChanges changes={fromHere} />
          </div>
        </div>
      )}
    </QueryView>
  )
}
