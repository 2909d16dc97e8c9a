import { stableStringify } from '@drawbridge/core/base'
import type { ForeignLaunch, ForeignServer } from '../client/foreign-server.ts'
import type { ConfigValue } from '../document/config-syntax.ts'

/** A server as section `mcp` writes it. */
export type WrittenServer = { readonly [key: string]: ConfigValue }

/** The most that the section allows. Seconds. */
const limits = { startSeconds: 600, callSeconds: 3_600 } as const

/** Writes a server for our section. It is switched off if something must be known or agreed to first. */
export function writeServer(
  { toolAllow, toolDeny, timeouts }: ForeignServer,
  launch: ForeignLaunch,
  isEnabled: boolean,
): WrittenServer {
  const bounded = Object.entries(limits).flatMap(([name, most]) => {
    const seconds = timeouts?.[name as keyof typeof limits]
    return seconds === undefined ? [] : [[name, Math.min(seconds, most)] as const]
  })
  return {
    ...writeLaunch(launch),
    ...(toolAllow === undefined ? {} : { toolAllow }),
    ...(toolDeny === undefined ? {} : { toolDeny }),
    ...(bounded.length === 0 ? {} : { timeouts: Object.fromEntries(bounded) }),
    ...(isEnabled ? {} : { enabled: false }),
  }
}

function writeLaunch(launch: ForeignLaunch): WrittenServer {
  switch (launch.kind) {
    case 'stdio': {
      const { command, args, env, cwd } = launch
      return {
        command,
        ...(args.length === 0 ? {} : { args }),
        ...(Object.keys(env).length === 0 ? {} : { env }),
        ...(cwd?.startsWith('/') === true ? { cwd } : {}),
      }
    }
    case 'http':
    case 'sse': {
      const { kind, url, headers } = launch
      return {
        url,
        ...(kind === 'sse' ? { transport: 'sse' } : {}),
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
      }
    }
    default:
      return launch satisfies never
  }
}

/** Returns what makes two servers the same: program, arguments, folder and names of variables, or the address. Secrets do not count. */
export function identityOf({ command, args, env, cwd, url, transport }: WrittenServer): string {
  const names = typeof env === 'object' && env !== null ? Object.keys(env).toSorted() : []
  const whole = stableStringify({ command, args: args ?? [], names, cwd, url, transport })
  return whole.replaceAll(/\$\{(?:secret|env):[^}]*\}|<input:[^>]*>/g, '<value>')
}

/** Makes the id of a server from the name that a client gave it. */
export function idFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 32)
    .replace(/-+$/, '')
  return plain === '' ? 'server' : plain
}

/** Returns the id, or one with a number behind it, that is none of those in use. */
export function freeId(wanted: string, taken: Iterable<string>): string {
  const folded = new Set([...taken].map((id) => id.replaceAll('-', '_')))
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : `-${count}`
    const candidate = wanted.slice(0, 32 - suffix.length) + suffix
    if (!folded.has(candidate.replaceAll('-', '_'))) return candidate
  }
}
