import type { ConfigPath, PolicyLayer } from '../section/policy-config.ts'

/** Something wrong with a configuration. */
export interface PolicyProblem {
  readonly layer: PolicyLayer
  readonly path: ConfigPath
  readonly message: string
}
