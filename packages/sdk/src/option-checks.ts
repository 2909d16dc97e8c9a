import type { SessionOptions } from '@drawbridge/core'
import {
  anything,
  approversCheck,
  callable,
  either,
  exactly,
  flag,
  hooksCheck,
  limitSettingsCheck,
  list,
  modeCheck,
  number,
  type OptionCheck,
  object,
  principalCheck,
  questionersCheck,
  record,
  required,
  runSettingsCheck,
  service,
  text,
  toolScopeCheck,
  word,
} from '@drawbridge/core/options'
import type { OperatorPattern } from '@drawbridge/core/scrub'
import type { DocumentLimits } from '@drawbridge/core/virtual'
import type { HostLists } from '@drawbridge/net'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import type { CredentialedProgram, SearchProviderSettings } from '@drawbridge/tools'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import type { ScrubOptions } from './scrub/scrub-options.ts'
import type { AgentSessionOptions } from './session/agent-session-options.ts'
import type { AgentOptions } from './virtual/agent-options.ts'
import type { WebOptions } from './web/web-options.ts'

/** A word is right for itself alone, and an object for what it holds: which is meant is seen by the value. */
const wordOr =
  (words: OptionCheck, otherwise: OptionCheck): OptionCheck =>
  (value, place) =>
    (typeof value === 'object' ? otherwise : words)(value, place)

const network = wordOr(
  word({ none: true, host: true }),
  object<Extract<SandboxSection['network'], object>>({ allow: required(list(text)) }),
)
const measures = word({ 'fs-read': true, 'fs-write': true, net: true, pids: true, memory: true })

const sandboxSectionCheck = object<SandboxSection>({
  mode: word<NonNullable<SandboxSection['mode']>>({ off: true, 'non-main': true, all: true }),
  required: list(measures),
  workspace: word<NonNullable<SandboxSection['workspace']>>({ none: true, read: true, write: true }),
  network,
  memoryMb: number(16),
  cpus: number(),
  processes: number(1),
  openFiles: number(16),
  backend: word<NonNullable<SandboxSection['backend']>>({ bubblewrap: true, docker: true }),
  fallback: word<NonNullable<SandboxSection['fallback']>>({ host: true }),
  scope: word<NonNullable<SandboxSection['scope']>>({ session: true, agent: true, shared: true }),
  image: text,
  socket: text,
  idleHours: number(),
})

/** `true` and a mode alone look right and would mean nothing. */
const sandboxCheck: OptionCheck = (value, place) => {
  if (value === undefined || value === false) return undefined
  if (typeof value === 'object') return sandboxSectionCheck(value, place)
  const meant = typeof value === 'string' ? sandboxSectionCheck({ mode: value }, place) === undefined && value : 'all'
  const instead = meant === false ? '' : ` Did you mean { mode: "${meant}" }?`
  return `${place} must be false or an object such as { mode: "all" }, not ${JSON.stringify(value)}.${instead}`
}

const searchCheck = object<Required<Extract<SearchProviderSettings, { key: string }>>>({
  type: required(
    word<SearchProviderSettings['type']>({ searxng: true, duckduckgo: true, brave: true, tavily: true, exa: true }),
  ),
  key: text,
  url: text,
})

const webCheck = object<WebOptions>({
  hosts: object<HostLists>({ allowHosts: list(text), denyHosts: list(text), internalHosts: list(text) }),
  search: list(searchCheck),
  userAgent: text,
})

const programCheck = object<CredentialedProgram>({
  binary_name: required(text),
  binary_path: text,
  environment: either(list(text), record(text)),
  deny_args: list(text),
  deny_verbose: list(text),
  timeout_seconds: number(),
  tips: text,
  enabled: flag,
  preset: either(exactly(false), text),
})

const scrubCheck = object<ScrubOptions>({
  serverAddresses: wordOr(word({ off: true, auto: true }), list(text)),
  patterns: list(object<OperatorPattern>({ id: required(text), pattern: required(text) })),
})

const agentsCheck = object<AgentOptions>({
  store: anything,
  limits: object<DocumentLimits>({ maxBytes: number(1), maxDocuments: number(1), maxTotalBytes: number(1) }),
  generators: callable,
  interceptors: callable,
  onMemoryChange: callable,
})

const limitsCheck: OptionCheck = (value, place) => {
  const problem = limitSettingsCheck(value, place)
  const meant = value === false ? 'off' : value === 'configured' ? value : undefined
  return problem === undefined || meant === undefined ? problem : `${problem} Did you mean limiting: "${meant}"?`
}

const recordCheck: OptionCheck = (value, place) => {
  const problem = word<NonNullable<DrawbridgeOptions['record']>>({ database: true, files: true, off: true })(
    value,
    place,
  )
  return typeof value === 'boolean' ? `${problem} Did you mean "${value ? 'database' : 'off'}"?` : problem
}

/** Options that have another name now, with what to write. */
const renamed = new Map([
  ['withoutBuiltInTools', 'builtInTools: false'],
  ['looksOnly', 'inspectOnly: true'],
])

const currentOptionsCheck = object<DrawbridgeOptions>({
  workspace: text,
  agent: text,
  user: text,
  allowUnknownAgents: flag,
  agents: agentsCheck,
  home: text,
  // The content of a configuration is checked by its own schema.
  config: either(exactly(false), text, record(anything)),
  mode: modeCheck,
  tools: list(),
  sources: list(),
  rooms: list(),
  builtInTools: flag,
  credentialed: list(programCheck),
  web: webCheck,
  approvers: (value, place) => (typeof value === 'function' ? undefined : approversCheck(value, place)),
  approvals: word<NonNullable<DrawbridgeOptions['approvals']>>({ desk: true }),
  hooks: hooksCheck,
  grantStore: anything,
  readRoots: list(text),
  writeRoots: list(text),
  readScope: word<NonNullable<DrawbridgeOptions['readScope']>>({ workspace: true, anywhere: true }),
  sandbox: sandboxCheck,
  unapproved: word<NonNullable<DrawbridgeOptions['unapproved']>>({ contained: true, core: true, off: true }),
  inspectOnly: flag,
  sandboxBackend: anything,
  backupsPerFile: number(),
  record: recordCheck,
  settings: runSettingsCheck,
  limits: limitsCheck,
  limiting: word<NonNullable<DrawbridgeOptions['limiting']>>({ always: true, configured: true, off: true }),
  sharedLimits: flag,
  secrets: list(text),
  scrub: scrubCheck,
  clock: anything,
  ids: anything,
})

/** The check of `createDrawbridge`'s options. */
export const drawbridgeOptionsCheck: OptionCheck = (value, place) => {
  const old =
    typeof value === 'object' && value !== null ? Object.keys(value).find((key) => renamed.has(key)) : undefined
  if (old !== undefined) return `${place} has no "${old}". Write ${renamed.get(old)}.`
  return currentOptionsCheck(value, place)
}

const session = {
  id: text,
  principal: principalCheck,
  approvers: approversCheck,
  questioners: questionersCheck,
  dialect: service<NonNullable<SessionOptions['dialect']>>({ name: required(text), expose: required(callable) }),
  hide: callable,
  mode: modeCheck,
  ceilings: list(),
  scope: toolScopeCheck,
  signal: anything,
}

/** The check of the options of `openSession`, `openRun` and `openDetachedRun`. */
export const sessionOptionsCheck = object<SessionOptions>(session)

/** The check of the options of `openAgentSession`. */
export const agentSessionOptionsCheck = object<AgentSessionOptions>({ ...session, agent: required(text), user: text })
