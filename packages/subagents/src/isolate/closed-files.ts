import { homedir } from 'node:os'
import { defined } from '@drawbridge/core/base'
import { isSensitiveFile } from '@drawbridge/core/machine'
import { compileCeiling } from '@drawbridge/core/policy'
import type { House } from '@drawbridge/room'
import type { ChildRecord } from '../record/child-record.ts'

/** The tools with which a child looks at files. */
const looking = [
  { tool: 'fs.read_file', groups: ['fs'], tags: new Set(['filesystem']) },
  { tool: 'runtime.exec', groups: ['runtime'], tags: new Set(['dangerous']) },
] as const

/**
 * Returns which files of its parent's folder a child may not read: those with credentials, and those that rules or denied paths keep from it
 * or from an agent above it. A copy must not commit them, since git would show a child what no tool and no sandbox does.
 */
export function closedFiles(
  child: Pick<ChildRecord, 'id' | 'parents' | 'parentRun' | 'role' | 'agent' | 'user' | 'options'>,
  { policy, limitsOf }: Pick<House, 'policy' | 'limitsOf'>,
): (real: string) => boolean {
  const { id, parents, parentRun, role, user, options } = child
  const userHome = homedir()
  const place = { workspace: options.workspace, userHome }
  const ceilings = (limitsOf(parentRun)?.deniedPaths ?? []).map((path) =>
    // biome-ignore lint/suspicious/noThenProperty: a keyword of rules
    compileCeiling({ name: `the denied path "${path}"`, rules: [{ tools: '*', when: { path }, then: 'deny' }] }, place),
  )
  const agents = new Set([child.agent, ...parents.map(({ agent }) => agent)])
  const denials = [...agents].flatMap((agent) => {
    const principal = { session: id, run: id, role, parents, ...defined({ agent, user }) }
    const { authority } = policy.current().forRun(principal, { ceilings })
    return looking.flatMap(
      (tool) => authority.denials?.({ ...tool, permission: 'readonly', input: {}, targets: [], principal }) ?? [],
    )
  })
  return (real) =>
    isSensitiveFile(real, userHome) || denials.some(({ find }) => find(real, 'read', 'list') !== undefined)
}
