import type { SessionOptions } from '@drawbridge/core'
import { compileCeiling } from '@drawbridge/core/policy'
import { realUserHome } from '../home/real-user-home.ts'

type Denying = Pick<SessionOptions, 'deniedPaths' | 'ceilings'>

/**
 * Returns the options with a ceiling for each of their denied paths, which applies to every run below and in every
 * mode. Its name is the path, so that ceilings of parents never replace one another.
 */
export function withDeniedPaths<Options extends Denying>(options: Options, workspace: string): Options {
  const { deniedPaths = [], ceilings = [] } = options
  if (deniedPaths.length === 0) return options
  const place = { workspace, userHome: realUserHome() }
  const own = deniedPaths.map((path) =>
    compileCeiling({ name: `the denied path "${path}"`, rules: [{ tools: '*', when: { path }, then: 'deny' }] }, place),
  )
  return { ...options, ceilings: [...ceilings, ...own] }
}
