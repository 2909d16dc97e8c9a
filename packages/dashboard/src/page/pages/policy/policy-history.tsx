import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../api/me.ts'
import { write } from '../../api/request.ts'
import { type Listing, useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { DiffView } from '../../parts/diff-view.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { EmptyState, ProblemNote, QueryView } from '../../parts/states.tsx'
import { Ago } from '../../parts/time.tsx'
import { texts } from '../../texts/texts.ts'

interface Version {
  readonly version: string | number
  readonly by?: string
  readonly at: string | number
  readonly note?: string
  readonly diff?: string
}

/** Every version that was in force. Going back makes a draft, which is reviewed like any other. */
export function PolicyHistory(): ReactNode {
  const query = useLiveQuery<Listing<Version>>('/policy/versions', ['policy'])
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const may = useCan('restorePolicyVersion')
  const restore = async (version: string | number) => {
    setError(undefined)
    try {
      await write('POST', `/policy/versions/${version}/restore`)
      void client.invalidateQueries({ queryKey: ['/policy/draft'] })
      void navigate('/policy?tab=rules')
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <QueryView query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={texts.policy.noHistory} />
        ) : (
          <ol className="flex flex-col gap-2">
            {error === undefined ? null : <ProblemNote error={error} />}
            {items.map(({ version, by, at, note, diff }) => (
              <li key={String(version)} className="rounded-md border border-line bg-surface p-3">
                <p className="flex flex-wrap items-center gap-3">
                  <strong>#{version}</strong> <ForeignText text={by ?? ''} /> <Ago time={at} />
                  <ForeignText text={note ?? ''} />
                  {may ? (
                    <Button className="ms-auto" onClick={() => void restore(version)}>
                      {texts.policy.restore}
                    </Button>
                  ) : null}
                </p>
                {diff === undefined ? null : <DiffView text={diff} />}
              </li>
            ))}
          </ol>
        )
      }
    </QueryView>
  )
}
