import type { ConfigValue } from '../document/config-syntax.ts'

/** The way in which a client writes one server. Keys that are absent do not exist in that client. */
export interface EntryShape {
  /** The program; `array` means that one list holds it and its arguments. */
  readonly command: 'command' | 'cmd' | 'array'
  readonly env: 'env' | 'environment' | 'envs'
  /** The address: for each key the transport that it means, in the order in which the client looks at them. */
  readonly urls: readonly (readonly [key: string, transport: 'http' | 'sse' | 'by type'])[]
  readonly headers: 'headers' | 'http_headers'
  /** The type of a server over streamable HTTP, if entries name it. */
  readonly remoteType?: string
  /** Keys of the time limits, with the milliseconds of one unit. */
  readonly startTimeout?: readonly [key: string, unitMs: number]
  readonly callTimeout?: readonly [key: string, unitMs: number]
  readonly enabled?: 'enabled' | 'disabled'
  readonly toolAllow?: string
  readonly toolDeny?: string
  /** Keys that let tools run unasked. */
  readonly trust: readonly string[]
  /** True if an entry with these values cannot move, with what it is. */
  readonly stays?: Readonly<Record<string, readonly (readonly [value: string, why: string])[]>>
  /** The keys of our own entry besides the program and its arguments. */
  readonly own: Readonly<Record<string, ConfigValue>>
}

const plain: EntryShape = {
  command: 'command',
  env: 'env',
  urls: [['url', 'by type']],
  headers: 'headers',
  enabled: 'disabled',
  trust: ['trust', 'autoApprove', 'alwaysAllow'],
  own: {},
}

/** Our own entry in a client's file. */
export interface OwnEntry {
  readonly name: string
  /** Absolute. */
  readonly command: string
  readonly args: readonly string[]
}

/** The shapes by the client that they are named after. */
export const entryShapes = {
  plain,
  typed: { ...plain, remoteType: 'http', own: { type: 'stdio' } },
  copilot: { ...plain, remoteType: 'http', own: { type: 'local', tools: ['*'] } },
  windsurf: {
    ...plain,
    urls: [
      ['serverUrl', 'http'],
      ['url', 'by type'],
    ],
    toolDeny: 'disabledTools',
  },
  zed: {
    ...plain,
    enabled: 'enabled',
    stays: { source: [['extension', 'comes from an extension of Zed']] },
    own: { source: 'custom' },
  },
  gemini: {
    ...plain,
    urls: [
      ['httpUrl', 'http'],
      ['url', 'sse'],
    ],
    callTimeout: ['timeout', 1],
    toolAllow: 'includeTools',
    toolDeny: 'excludeTools',
    own: { timeout: 600_000 },
  },
  opencode: {
    ...plain,
    command: 'array',
    env: 'environment',
    enabled: 'enabled',
    startTimeout: ['timeout', 1],
    remoteType: 'remote',
    own: { type: 'local', enabled: true, timeout: 60_000 },
  },
  codex: {
    ...plain,
    headers: 'http_headers',
    urls: [['url', 'http']],
    enabled: 'enabled',
    startTimeout: ['startup_timeout_sec', 1_000],
    callTimeout: ['tool_timeout_sec', 1_000],
    toolAllow: 'enabled_tools',
    toolDeny: 'disabled_tools',
    trust: ['default_tools_approval_mode', 'tools'],
    own: { startup_timeout_sec: 60, tool_timeout_sec: 600 },
  },
  cline: { ...plain, remoteType: 'streamableHttp', callTimeout: ['timeout', 1_000], own: { timeout: 600 } },
  kiro: { ...plain, toolDeny: 'disabledTools' },
  goose: {
    ...plain,
    command: 'cmd',
    env: 'envs',
    remoteType: 'streamable_http',
    urls: [['uri', 'by type']],
    enabled: 'enabled',
    callTimeout: ['timeout', 1_000],
    toolAllow: 'available_tools',
    stays: {
      type: [
        ['builtin', 'is built into Goose'],
        ['platform', 'is built into Goose'],
        ['frontend', 'is a part of a program that embeds Goose'],
        ['inline_python', 'is a program in the file of Goose'],
      ],
    },
    own: { type: 'stdio', name: 'drawbridge', enabled: true, timeout: 600 },
  },
} as const satisfies Record<string, EntryShape>

/** Renders our entry for a client. */
export function renderOwnEntry(
  { command: style, own }: EntryShape,
  { name, command, args }: OwnEntry,
  isList: boolean,
): ConfigValue {
  const named = isList ? { name } : {}
  if (style === 'array') return { ...own, command: [command, ...args] }
  return { ...named, ...own, [style]: command, args }
}
