import type { RunOfSessionOptions, SessionOptions } from '@drawbridge/core'
import type { TelemetrySection } from '@drawbridge/core/configuration'
import type { DialectName } from '@drawbridge/core/dialect'
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
  type OptionTable,
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
import { pathGlobProblem } from '@drawbridge/core/policy'
import type { Dialect } from '@drawbridge/core/registry'
import type { OperatorPattern } from '@drawbridge/core/scrub'
import type { DocumentLimits } from '@drawbridge/core/virtual'
import type { HostLists } from '@drawbridge/net'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import type { CredentialedProgram, SearchProviderSettings } from '@drawbridge/tools'
import type { AuthorityOptions, DrawbridgeOptions, SandboxOptions, ToolOptions } from './drawbridge-options.ts'
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

const sandboxKeys: OptionTable<SandboxSection> = {
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
}
const sandboxSectionCheck = object<SandboxSection>(sandboxKeys)

const sandboxGroupCheck = object<SandboxOptions>({
  section: sandboxSectionCheck,
  enabled: flag,
  backend: (value, place) =>
    typeof value === 'string'
      ? `${place} must be a backend, not ${JSON.stringify(value)}. Write sandbox: { section: { backend: "${value}" } }.`
      : undefined,
  inspectOnly: flag,
  unapproved: word<NonNullable<SandboxOptions['unapproved']>>({ contained: true, core: true, off: true }),
})

/** Names what to write in place of a setting of the section, a mode alone and `false`: they look right here. */
const sandboxCheck: OptionCheck = (value, place) => {
  if (value === false) return `${place} must be an object, not false. Write sandbox: { enabled: false }.`
  if (value === true || typeof value === 'string') {
    const meant = typeof value === 'string' && sandboxSectionCheck({ mode: value }, place) === undefined ? value : 'all'
    return `${place} must be an object, not ${JSON.stringify(value)}. Did you mean sandbox: { section: { mode: "${meant}" } }?`
  }
  const misplaced = keysOf(value).find((key) => key !== 'backend' && key in sandboxKeys)
  if (misplaced !== undefined) return `${place} has no "${misplaced}". Write sandbox: { section: { ${misplaced} } }.`
  return sandboxGroupCheck(value, place)
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
  secrets: list(text),
  serverAddresses: wordOr(word({ off: true, auto: true }), list(text)),
  patterns: list(object<OperatorPattern>({ id: required(text), pattern: required(text) })),
})

const agentsCheck = object<AgentOptions>({
  allowUnknown: flag,
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

const toolsCheck: OptionCheck = (value, place) =>
  Array.isArray(value)
    ? `${place} must be an object, not a list. Write tools: { own: […] }.`
    : object<ToolOptions>({
        own: list(),
        sources: list(),
        builtIn: flag,
        credentialed: list(programCheck),
        web: webCheck,
        backupsPerFile: number(),
      })(value, place)

const authorityCheck = object<AuthorityOptions>({
  mode: modeCheck,
  approvers: (value, place) =>
    typeof value === 'function'
      ? `${place} must be a list, not a function. Write authority: { createApprovers }.`
      : approversCheck(value, place),
  createApprovers: callable,
  questioners: questionersCheck,
  desk: flag,
  hooks: hooksCheck,
  grantStore: anything,
  limits: limitsCheck,
  limiting: word<NonNullable<AuthorityOptions['limiting']>>({ always: true, configured: true, off: true }),
  sharedLimits: flag,
  readRoots: list(text),
  writeRoots: list(text),
  readScope: word<NonNullable<AuthorityOptions['readScope']>>({ workspace: true, anywhere: true }),
})

/** The content of a configuration is checked by its own schema. */
const configCheck: OptionCheck = (value, place) => {
  if (value === false) return `${place} must be an object, not false. Write useConfig: false.`
  if (typeof value === 'string')
    return `${place} must be an object, not ${JSON.stringify(value)}. For a file write configFile: ${JSON.stringify(value)}.`
  return record(anything)(value, place)
}

/** Options that are in a group now, or have another name, with what to write. */
const moved: ReadonlyMap<string, string> = new Map([
  ['withoutBuiltInTools', 'tools: { builtIn: false }'],
  ['builtInTools', 'tools: { builtIn }'],
  ['sources', 'tools: { sources }'],
  ['credentialed', 'tools: { credentialed }'],
  ['web', 'tools: { web }'],
  ['backupsPerFile', 'tools: { backupsPerFile }'],
  ['mode', 'authority: { mode }'],
  ['approvers', 'authority: { approvers }'],
  ['approvals', 'authority: { desk: true }'],
  ['hooks', 'authority: { hooks }'],
  ['grantStore', 'authority: { grantStore }'],
  ['limits', 'authority: { limits }'],
  ['limiting', 'authority: { limiting }'],
  ['sharedLimits', 'authority: { sharedLimits }'],
  ['readRoots', 'authority: { readRoots }'],
  ['writeRoots', 'authority: { writeRoots }'],
  ['readScope', 'authority: { readScope }'],
  ['unapproved', 'sandbox: { unapproved }'],
  ['inspectOnly', 'sandbox: { inspectOnly }'],
  ['looksOnly', 'sandbox: { inspectOnly: true }'],
  ['sandboxBackend', 'sandbox: { backend }'],
  ['secrets', 'scrub: { secrets }'],
  ['allowUnknownAgents', 'agents: { allowUnknown: true }'],
])

const currentOptionsCheck = object<DrawbridgeOptions>({
  workspace: text,
  home: text,
  config: configCheck,
  configFile: text,
  useConfig: flag,
  agent: text,
  user: text,
  agents: agentsCheck,
  rooms: list(),
  dialect: (value, place) => dialectCheck(value, place),
  fallbackDialect: (value, place) => dialectName(value, place),
  tools: toolsCheck,
  authority: authorityCheck,
  record: recordCheck,
  sandbox: sandboxCheck,
  scrub: scrubCheck,
  telemetry: object<TelemetrySection>({ enabled: flag, contents: flag }),
  settings: runSettingsCheck,
  clock: anything,
  ids: anything,
})

/** The check of `createDrawbridge`'s options. */
export const drawbridgeOptionsCheck: OptionCheck = (value, place) => {
  const old = keysOf(value).find((key) => moved.has(key))
  if (old !== undefined) return `${place} has no "${old}". Write ${moved.get(old)}.`
  const problem = currentOptionsCheck(value, place)
  if (problem !== undefined || typeof value !== 'object' || value === null) return problem
  const ways = ['config', 'configFile'].filter((key) => (value as Readonly<Record<string, unknown>>)[key] !== undefined)
  return ways.length < 2 ? undefined : `${place} has both "config" and "configFile". Leave one of them out.`
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

const globCheck: OptionCheck = (value, place) => {
  const problem = text(value, place)
  const fault = problem === undefined && typeof value === 'string' ? pathGlobProblem(value) : undefined
  return fault === undefined ? problem : `${place} cannot be used: ${fault}`
}

const ownDialect = service<Dialect>({ name: required(text), expose: required(callable), speech: callable })

const dialectName = word<DialectName | 'auto'>({
  auto: true,
  canonical: true,
  safe: true,
  claude: true,
  gemini: true,
  codex: true,
  opencode: true,
  goclaw: true,
  soong: true,
  m31a: true,
})

const dialectCheck = wordOr(dialectName, ownDialect)

const runOptions = {
  principal: principalCheck,
  approvers: approversCheck,
  questioners: questionersCheck,
  dialect: ownDialect,
  hide: callable,
  mode: modeCheck,
  deniedPaths: list(globCheck),
  ceilings: list(),
  scope: toolScopeCheck,
  signal: anything,
}
const session = { ...runOptions, id: text, follows: text }

/** The check of the options of `openSession` and `openDetachedRun`. */
export const sessionOptionsCheck = object<SessionOptions>(session)

/** The check of the options of `openRun`: an id is that of a run. */
export const runOptionsCheck = object<RunOfSessionOptions>({ ...runOptions, run: text })

/** The check of the options of `openAgentSession`. */
export const agentSessionOptionsCheck = object<AgentSessionOptions>({ ...session, agent: required(text), user: text })
