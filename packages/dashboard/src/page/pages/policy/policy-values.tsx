import type { ReactNode } from 'react'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { QueryView } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'

/** The policy in force. */
interface PolicyInForce {
  readonly version: number
  /** The reason why a changed configuration is not in force. */
  readonly problem?: string | null
  readonly values: readonly { readonly key: string; readonly value: unknown; readonly origin: string }[]
}

/** Every value of the policy in force, with the file and line that it comes from. */
export function PolicyValues(): ReactNode {
  const query = useLiveQuery<PolicyInForce>('/policy', ['policy'])
  return (
    <QueryView query={query}>
      {({ version, problem, values }) => (
        <>
          <p className="mb-3">{texts.policy.version(version)}</p>
          {problem === null || problem === undefined ? null : (
            <p className="mb-3 rounded-sm bg-deny-tint p-2 text-deny">
              <ForeignText text={problem} />
            </p>
          )}
          <dl className="grid grid-cols-[minmax(8rem,16rem)_minmax(0,1fr)] gap-x-4 gap-y-2">
            {values.map(({ key, value, origin }, index) => (
              <div key={`${index} ${key}`} className="contents">
                <dt>
                  <span className="font-mono text-sm">
                    <ForeignText text={key} />
                  </span>
                  <br />
                  <span className="text-xs text-muted">
                    <ForeignText text={origin} />
                  </span>
                </dt>
                <dd>
                  <JsonTree value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </QueryView>
  )
}
