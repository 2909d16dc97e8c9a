import { type ReactNode, useEffect, useState } from 'react'
import { type Problem, problemOf } from '../api/problem.ts'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'

/** Says why there is nothing: nothing yet, nothing that matches, or nothing that the person may see. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className="mx-auto my-12 max-w-prose px-4 text-center">
      <p className="text-md font-semibold">{title}</p>
      {children === undefined ? null : <div className="mt-2 text-muted">{children}</div>}
    </div>
  )
}

/** Shows a fault with everything that helps: what it means, its code, the request. */
export function ProblemNote({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
}): ReactNode {
  const problem = problemOf(error)
  return (
    <div role="alert" className="m-4 rounded-md border border-deny bg-deny-tint p-3">
      <p className="font-semibold text-deny">
        <span aria-hidden="true">! </span>
        {problem.title}
      </p>
      {problem.detail === undefined ? null : <p className="foreign mt-1">{problem.detail}</p>}
      {problem.needs === undefined ? null : (
        <p className="mt-1">{texts.problem.needs(problem.needs.role ?? problem.needs.scope ?? '')}</p>
      )}
      {(problem.errors ?? []).map(({ pointer, detail }) => (
        <p key={`${pointer} ${detail}`} className="foreign mt-1 font-mono text-sm">
          {pointer} {detail}
        </p>
      ))}
      <p className="mt-1 font-mono text-xs text-muted">{referenceOf(problem)}</p>
      {onRetry === undefined ? null : (
        <Button className="mt-2" onClick={onRetry}>
          {texts.actions.retry}
        </Button>
      )}
    </div>
  )
}

function referenceOf({ code, requestId }: Problem): string {
  return requestId === undefined ? code : `${code} · ${requestId}`
}

/** Shows nothing for a moment, then grey rows of the final size; after ten seconds it says that the server is awaited. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }): ReactNode {
  const [age, setAge] = useState(0)
  useEffect(() => {
    const timers = [150, 10_000].map((after) => setTimeout(() => setAge(after), after))
    return () => timers.forEach(clearTimeout)
  }, [])
  if (age === 0) return <div className="h-64" />
  return (
    <div aria-busy="true" className="p-4">
      <p role="status" className={age >= 10_000 ? 'mb-2' : 'sr-only'}>
        {age >= 10_000 ? texts.states.stillWaiting : texts.states.loading}
      </p>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="mb-2 h-7 rounded-sm bg-sunken" />
      ))}
    </div>
  )
}

/** Shows what a query brought, or why it has not. What is there is never blanked by a later read. */
export function QueryView<Body>({
  query,
  children,
}: {
  readonly query: {
    readonly data: Body | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    refetch(): unknown
  }
  readonly children: (body: Body) => ReactNode
}): ReactNode {
  if (query.data === undefined)
    return query.error === null ? (
      <Skeleton />
    ) : (
      <ProblemNote error={query.error} onRetry={() => void query.refetch()} />
    )
  return (
    <>
      {query.error === null ? null : <ProblemNote error={query.error} onRetry={() => void query.refetch()} />}
      {children(query.data)}
    </>
  )
}
