import type { Target } from '../../target/target.ts'
import { commandsOf } from './commands.ts'
import { factsOf, pathOf } from './policies.ts'
import type { PermissionRule } from '../section/permissions-section.ts'
import type { PolicyConfig } from '../section/policy-config.ts'

export const rules = (...list: PermissionRule[]): PolicyConfig => ({ permissions: { rules: list } })
export const host = (name: string): Target => ({ kind: 'host', scheme: 'https', host: name, port: 443 })
export const unknown: Target = { kind: 'dynamic', of: 'any', why: 'its server does not say' }

export const reading = (...targets: Target[]) => factsOf({ targets })
export const writing = (...targets: Target[]) => factsOf({ tool: 'fs.write_file', permission: 'write', targets })
export const write = (path: Partial<Parameters<typeof pathOf>[0]> = {}) => pathOf({ access: 'write', ...path })
export const running = (line: string) =>
  factsOf({
    tool: 'runtime.exec',
    groups: ['runtime'],
    permission: 'write',
    risk: 'dangerous',
    targets: commandsOf(line),
  })
/** A tool that the operator described as data. */
export const described = (line: string) => ({
  ...running(line),
  tool: 'custom.list',
  groups: ['custom'],
  tags: new Set(['custom', 'dangerous']),
})
export const fetching = (name: string) =>
  factsOf({
    tool: 'web.fetch',
    groups: ['web'],
    risk: 'medium',
    tags: new Set(['readonly', 'network']),
    targets: [host(name)],
  })
export const deleting = (...targets: Target[]) =>
  factsOf({ tool: 'fs.delete', permission: 'write', risk: 'destructive', targets })

