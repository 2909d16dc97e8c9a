import { assemblePolicy } from './compile/compile-policy.ts'
import type { CompiledPolicy } from './compile/compiled-policy.ts'
import { createPolicyAuthority } from './create-policy-authority.ts'

/** The built-in defaults: every tool, reading inside the workspace and its roots, and a person's approval for everything else. */
export const builtInPolicy: CompiledPolicy = assemblePolicy([], { workspace: '/', userHome: '/' })

/** The authority of a run that brings no policy. */
export const builtInAuthority = createPolicyAuthority(builtInPolicy)
