import type { AgentsSection } from './agents-section.ts'
import type { NetworkSection } from './network-section.ts'
import type { PermissionsSection } from './permissions-section.ts'
import type { ShellSection } from './shell-section.ts'
import type { ToolsSection } from './tools-section.ts'

/** The sections of a configuration that make a policy. Whatever is left out has its built-in default. */
export interface PolicyConfig {
  readonly tools?: ToolsSection | undefined
  readonly agents?: AgentsSection | undefined
  readonly permissions?: PermissionsSection | undefined
  readonly network?: NetworkSection | undefined
  readonly shell?: ShellSection | undefined
}

/** A place in a configuration: keys and indices from the top. */
export type ConfigPath = readonly (string | number)[]

/** One configuration among several. All of them apply: lists narrow one another, rules form one list. */
export interface PolicyLayer {
  readonly config: PolicyConfig
  /** The author: the operator, or a project whose file is used unread. Default `operator`. */
  readonly kind?: 'operator' | 'project'
  /** Names a place of it for people, e.g. `/etc/drawbridge.jsonc:12`. */
  source(path: ConfigPath): string
}
