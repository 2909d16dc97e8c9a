import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../api/me.ts'
import { problemOf } from '../../api/problem.ts'
import { read, send, write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import { draftPath, etagOf, type PolicyDraft, type PolicyTest } from './policy-draft.ts'

/** Puts a call with its verdict among the tests of the person's draft, which begins here if there is none, and shows the draft. */
export function MakeTest({ test }: { readonly test: PolicyTest }): ReactNode {
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const navigate = useNavigate()
  if (!useCan('changePolicyDraft')) return null
  const make = async () => {
    setError(undefined)
    try {
      const { edition, policy, tests } = await draftOrNew()
      const body = { policy, tests: [...tests, test] }
      await send('PUT', draftPath, { body, ifMatch: etagOf(edition) })
      await client.invalidateQueries({ queryKey: [draftPath] })
      void navigate('/policy?tab=draft')
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <div className="my-3">
      <Button onClick={() => void make()}>{texts.policy.makeTest}</Button>
      {error === undefined ? null : <ProblemNote error={error} />}
    </div>
  )
}

async function draftOrNew(): Promise<PolicyDraft> {
  try {
    return await read<PolicyDraft>(draftPath)
  } catch (error) {
    if (problemOf(error).code !== 'not_found') throw error
    return write<PolicyDraft>('POST', draftPath)
  }
}
